# quiet-tips.cmake: copies the templates FILES of FROM to TO, so that their tooltips ask nobody anything. Whenever a visible widget is given a
# tooltip, GTK asks the display thrice where the pointer is, and waits for each answer: some 400 times before the window was there. So a widget
# of a template is hidden until it has its tooltip. What says of itself whether it is visible does so before its tooltip, and hidden, or after it.
foreach (file IN LISTS FILES)
  file (READ "${FROM}/${file}" text)
  string (REGEX REPLACE "(<property name=\"visible\">False</property>(\n *<(property|/?accessibility)[^\n]*)*\n *<property name=\"tooltip-)text"
                        "\\1hidden" text "${text}")
  string (REGEX REPLACE "(<property name=\"tooltip-text\"[^<]*</property>)"
                        "<property name=\"visible\">False</property>\\1<property name=\"visible\">True</property>" text "${text}")
  string (REPLACE "\"tooltip-hidden\"" "\"tooltip-text\"" text "${text}")
  file (WRITE "${TO}/${file}" "${text}")
endforeach ()
