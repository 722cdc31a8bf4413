# Gathers what key files, lessons and exercises say to people, as entries of a template: awk -f data.awk FILE.ini... FILE.lesson... FILE.exercise... > TEMPLATE.pot
#
# Of a lesson, and of an exercise, the titles, and each paragraph with its lines as one, as it is looked up.
#
# Programs look such texts up where they show them: ws_words_translate (). A text without a letter is no translator's.
BEGIN {
  about["title"] = "A title. Keep a colon: what is before it, and what is behind it, is also shown alone."
  about["name"] = "A kernel, in a list"
  about["idea"] = "What a kernel shows"
  about["defect"] = "What is wrong with a kernel, which the next one mends"
  about["look"] = "What to look at in a kernel"
  about["needs-words"] = "Why a kernel does not take a number of elements or a block size"
  about["tip"] = "What an option of a kernel does, as a hint"
  about["cc-for"] = "What a kernel uses, as in “reduce8 uses the warp shuffle, which needs …”"
  about["words"] = "What there is to see in a scenario, or in one of its rows"
  about["row-title"] = "What the rows of a table are told apart by"
  about["label"] = "A row of a table, or an option of a kernel"
  about["groups"] = "A group of columns"
  about["group-words"] = "What a group of columns is, below its name"
  lists["groups"] = lists["group-words"] = lists["needs-words"] = 1
  print "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
}

function add (text, comment, place) {
  if (text !~ /[A-Za-z]/)
    return
  if (text ~ /\\/)
    {
      print FILENAME ":" FNR ": no text may have a backslash." > "/dev/stderr"
      exit failed = 1
    }
  if (!(text in places))
    {
      order[++n] = text
      comments[text] = comment
    }
  places[text] = places[text] " " (place != "" ? place : FILENAME ":" FNR)
}

function end_paragraph () {
  if (paragraph != "")
    add(paragraph, "A paragraph of a lesson or of an exercise. What stands in braces is replaced by a figure; tags stay.", begins)
  paragraph = ""
}

function begin_paragraph (text, new_kind) {
  end_paragraph()
  paragraph = text
  kind = new_kind
  begins = FILENAME ":" FNR
}

function read_lesson (line, mark) {
  gsub (/^[ \t]+|[ \t\r]+$/, "", line)
  if (line == "")
    {
      end_paragraph()
      in_keys = 0
    }
  else if (line ~ /^#+[ \t]/)
    {
      end_paragraph()
      sub (/^#+[ \t]+/, "", line)
      add(line, "Title of a lesson, or of one of its steps")
      in_keys = 1
    }
  else if (in_keys && line ~ /^before[ \t]*:/)
    {
      sub (/^before[ \t]*:[ \t]*/, "", line)
      add(line, "What to know before a lesson")
    }
  else if (!in_keys || line !~ /^[A-Za-z][A-Za-z-]*[ \t]*:/)
    {
      in_keys = 0
      mark = line ~ /^[?*=>-]([ \t]|$)/ ? substr (line, 1, 1) : ""
      if (mark != "")
        sub (/^.[ \t]*/, "", line)
      if (mark == ">" && kind == ">" && paragraph != "" && line != "")
        paragraph = paragraph " " line
      else if (mark != "" || paragraph == "")
        begin_paragraph(line, mark)
      else
        paragraph = paragraph " " line
    }
}

# What stands between fences is no text for people.
function read_exercise (line, mark) {
  gsub (/^[ \t]+|[ \t\r]+$/, "", line)
  if (line ~ /^```/)
    {
      end_paragraph()
      in_keys = 0
      in_fences = !in_fences || line != "```"
    }
  else if (in_fences)
    return
  else if (line == "")
    {
      end_paragraph()
      in_keys = 0
    }
  else if (line ~ /^#+[ \t]/)
    {
      end_paragraph()
      sub (/^#+[ \t]+/, "", line)
      add(line, "Title of an exercise")
      in_keys = 1
    }
  else if (!in_keys || line !~ /^[A-Za-z][A-Za-z-]*[ \t]*:/)
    {
      in_keys = 0
      mark = line ~ /^!([ \t]|$)/
      if (mark)
        sub (/^.[ \t]*/, "", line)
      if (mark || paragraph == "")
        begin_paragraph(line, "")
      else
        paragraph = paragraph " " line
    }
}

FNR == 1 { in_keys = in_fences = 0 }

FILENAME ~ /\.exercise$/ {
  read_exercise($0)
  next
}

FILENAME ~ /\.lesson$/ {
  read_lesson($0)
  next
}

/^\[group / { add (substr ($0, 8, length ($0) - 8), "A group of kernels, in a list") }

/^[a-z_.-]+=/ {
  key = substr ($0, 1, index ($0, "=") - 1)
  value = substr ($0, length (key) + 2)
  sub (/^.*\./, "", key)
  if (!(key in about))
    next
  if (key in lists)
    {
      count = split (value, items, ";")
      for (i = 1; i <= count; i++)
        add (items[i], about[key])
    }
  else
    add (value, about[key])
}

END {
  end_paragraph()
  for (i = 1; i <= n && !failed; i++)
    {
      text = order[i]
      gsub (/"/, "\\\"", text)
      printf "#. Translators: %s\n#:%s\nmsgid \"%s\"\nmsgstr \"\"\n\n", comments[order[i]], places[order[i]], text
    }
}
