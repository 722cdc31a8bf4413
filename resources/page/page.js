/* page.js: steps through what the page has. All texts enter the page as texts, never as markup; what
 * it has of drawings are numbers of parts, which become paths here. */
"use strict";
(async () => {
  const get = id => document.getElementById(id);
  const data = JSON.parse(get("data").textContent);
  const { words, steps, codes } = data;
  const SVG = "http://www.w3.org/2000/svg";
  const narrow = matchMedia("(max-width: 640px)");
  const isLesson = data.milliseconds === 0;
  const states = steps.map(() => ({ chosen: -1, revealed: false }));
  let at = 0;
  let view = 0;
  let timer = 0;
  let listed = "";

  const make = (name, className, text) => {
    const node = document.createElement(name);
    if (className)
      node.className = className;
    if (text !== undefined)
      node.textContent = text;
    return node;
  };
  const fill = (template, ...values) => template.replace(/\{(\d)\}/g, (all, i) => values[i]);

  /* ---- texts ---- */

  const tags = { b: "b", i: "i", u: "u", s: "s", tt: "code", sub: "sub", sup: "sup" };

  /* Pairs: the tags that a piece is in, and the piece. */
  const addPieces = (into, pieces) => {
    for (let i = 0; i < pieces.length; i += 2) {
      let node = into;
      for (const tag of pieces[i].split(" "))
        if (Object.hasOwn(tags, tag))
          node = node.appendChild(make(tags[tag]));
      node.append(pieces[i + 1]);
    }
    return into;
  };
  const makeParagraphs = (paragraphs = []) => paragraphs.map(one => addPieces(make("p", "piece"), one));
  const getText = (paragraphs = []) =>
    paragraphs.map(one => one.filter((piece, i) => i % 2 === 1).join("")).join(" ");

  /* ---- drawings ---- */

  /* Tables, a line each, deflated, in base64. */
  if (typeof DecompressionStream === "undefined") {
    get("words").textContent = words.old;
    return;
  }
  const unpack = async text => {
    const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const lines = (await new Response(stream).text()).split("\n");
    return lines.map(line => line === "" ? [] : line.split("|"));
  };
  const [glyphs, shapes, parts, clips, elements, pictures] = await unpack(get("drawings").textContent);
  const outlines = new Map();

  /* "4-9,c": numbers to the base 36 */
  const expand = function* (list) {
    for (const range of list === "" ? [] : list.split(",")) {
      const [first, last = first] = range.split("-").map(number => parseInt(number, 36));
      for (let i = first; i <= last; i++)
        yield i;
    }
  };
  const round = number => Math.round(number * 100) / 100;

  const outlineGlyph = (glyph, x, y) => glyphs[glyph].split(";").map(part => {
    const [dx, dy, rest] = part.split(",");
    return `M${round(x + +dx)} ${round(y + +dy)}${rest}`;
  }).join("");

  /* "x,y,glyph,dx,glyph" */
  const outlineWord = word => {
    const [first, y, ...rest] = word.split(",");
    let x = +first;
    let outline = "";
    for (let i = 0; i < rest.length; i += 2) {
      x += i > 0 ? +rest[i - 1] : 0;
      outline += outlineGlyph(parseInt(rest[i], 36), x, +y);
    }
    return outline;
  };

  /* "x,y,shape" */
  const outlinePart = part => {
    const [x, y, shape] = part.split(",");
    return `M${x} ${y}${shapes[parseInt(shape, 36)]}`;
  };

  const makeElement = number => {
    const text = elements[number];
    const colon = text.indexOf(":");
    const name = text.slice(1, colon);
    const list = text.slice(colon + 1);
    const node = document.createElementNS(SVG, text[0] === "g" ? "g" : "path");
    if (text[0] === "g") {
      node.setAttribute("clip-path", `url(#clip${name})`);
      node.append(...Array.from(expand(list), makeElement));
      return node;
    }
    if (!outlines.has(number))
      outlines.set(number, Array.from(expand(list), part =>
        text[0] === "t" ? outlineWord(parts[part]) : outlinePart(parts[part])).join(""));
    node.setAttribute("class", "k" + name);
    node.setAttribute("d", outlines.get(number));
    return node;
  };

  const makeClips = () => clips.forEach((outline, i) => {
    const clip = get("shared").appendChild(document.createElementNS(SVG, "clipPath"));
    clip.id = "clip" + i.toString(36);
    clip.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", outline);
  });

  const makeDrawing = ([width, height, number], alt) => {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", alt);
    svg.append(...Array.from(expand(pictures[number]), makeElement));
    return svg;
  };

  const makeFigure = (picture, isNarrow) => {
    const figure = make("figure", picture.rows ? "rows" : "");
    if (picture.heading)
      figure.append(make("figcaption", "", picture.heading));
    figure.append(makeDrawing(isNarrow && picture.narrow || picture.wide, picture.alt || ""));
    if (picture.note)
      figure.append(...makeParagraphs(picture.note).map(one => (one.className = "note piece", one)));
    return figure;
  };

  /* ---- code ---- */

  const makeRow = (code, line, i) => {
    const row = make("div", "row");
    const text = make("span");
    const share = code.shares[i];
    for (let j = 0; j < line.length; j += 2)
      text.append(line[j] === 0 ? line[j + 1] : make("span", "t" + line[j], line[j + 1]));
    row.append(make("span"), make("span", "", i + 1));
    const bar = row.appendChild(make("span"));
    if (typeof share === "number") {
      bar.className = "bar";
      const filled = bar.appendChild(make("i", share < 50 ? "low" : ""));
      filled.style.width = Math.max(share, 8) + "%";
    }
    row.append(text);
    return row;
  };

  const makeListing = number => {
    const listing = make("div", "listing");
    listing.append(...codes[number].lines.map((line, i) => makeRow(codes[number], line, i)));
    return listing;
  };

  const makePane = number => {
    const pane = make("div", "pane");
    pane.tabIndex = 0; /* keys scroll it */
    pane.append(make("h2", "file", codes[number].file || ""), makeListing(number));
    return pane;
  };

  const light = row => {
    const pane = row.closest(".pane");
    const top = row.offsetTop - pane.scrollTop;
    row.classList.add("lit");
    /* the pane alone scrolls, never the page */
    if (top < 40 || top > pane.clientHeight - 60)
      pane.scrollTop = row.offsetTop - pane.clientHeight / 2;
  };

  const showCode = step => {
    const listings = step.listings || [];
    const names = listings.map(([code]) => code).join();
    document.querySelector("main").classList.toggle("with-side", listings.length > 0 || Boolean(step.hides));
    get("code").classList.toggle("veiled", Boolean(step.veiled) && !states[at].revealed);
    get("code").hidden = listings.length === 0;
    if (listed !== names)
      get("lines").replaceChildren(...listings.map(([code]) => makePane(code)));
    listed = names;
    for (const row of get("lines").querySelectorAll(".lit"))
      row.classList.remove("lit");
    const lit = listings.map(([code, line], i) =>
      line && get("lines").querySelectorAll(".listing")[i].children[line - 1]);
    get("line").textContent = lit.map((row, i) =>
      row ? fill(words.line, listings[i][1], row.lastChild.textContent.trim()) : "").join(" ");
    lit.filter(row => row).forEach(light);
  };

  /* ---- metrics ---- */

  const makeCell = ([value, source, origin]) => {
    const cell = make("td", "", value);
    cell.append(make("span", "", origin && " " + origin), make("small", "piece", source));
    return cell;
  };

  const makeTable = ({ heads, rows }) => {
    const table = make("table");
    const add = (name, ...cells) => table.appendChild(make("tr", name)).append(...cells);
    if (heads.some(head => head))
      add("heads", make("td"), ...heads.map(head => make("th", "piece", head)));
    for (const { group, title, cells } of rows) {
      if (group)
        add("group", Object.assign(make("th", "", group), { colSpan: heads.length + 1 }));
      add("", make("th", "", title), ...cells.map(makeCell));
    }
    return table;
  };

  /* ---- questions ---- */

  const showQuestion = (step, state) => {
    get("asked").hidden = !step.hides;
    get("question").replaceChildren(...makeParagraphs(step.question));
    get("answers").replaceChildren(...(step.answers || []).map((answer, i) => {
      const button = make("button");
      const isRight = state.revealed && i === step.right;
      const isWrong = state.revealed && i === state.chosen && !isRight && step.right !== undefined;
      button.type = "button";
      button.className = isRight ? "right" : isWrong ? "wrong" : "";
      button.setAttribute("aria-pressed", i === state.chosen);
      button.disabled = state.revealed;
      button.append(make("span", "key", i + 1), addPieces(make("span", "text piece"), answer));
      if (isRight || isWrong)
        button.append(make("span", "verdict",
                           isRight ? "✓ " + words.right : "✗ " + words.wrong));
      button.addEventListener("click", () => choose(i));
      return button;
    }));
    get("reveal").hidden = state.revealed;
    get("told").replaceChildren(...(state.revealed ? makeParagraphs(step.reveal) : []));
  };

  const choose = answer => {
    const step = steps[at];
    const had = get("answers").contains(document.activeElement);
    if (states[at].revealed || !step.answers || answer >= step.answers.length)
      return false;
    states[at].chosen = answer;
    showQuestion(step, states[at]);
    if (had)
      get("answers").children[answer].focus();
    return true;
  };

  const reveal = () => {
    if (!steps[at].hides || states[at].revealed)
      return;
    states[at].revealed = true;
    show();
  };

  /* ---- a step ---- */

  const getViews = () => states[at].revealed && steps[at].told || steps[at].views;

  const showViews = () => {
    const views = getViews();
    const chosen = views[Math.min(view, views.length - 1)];
    const buttons = get("views");
    const had = Array.prototype.indexOf.call(buttons.children, document.activeElement);
    buttons.hidden = views.length < 2;
    buttons.replaceChildren(...(views.length < 2 ? [] : views.map((one, i) => {
      const button = make("button");
      button.type = "button";
      button.setAttribute("aria-pressed", one === chosen);
      button.append(make("b", "piece", one.name));
      if (one.figure)
        button.append(make("span", "piece", one.figure));
      button.addEventListener("click", () => { view = i; showViews(); });
      return button;
    })));
    if (had >= 0 && buttons.children[had])
      buttons.children[had].focus();
    get("pictures").replaceChildren(
      ...(chosen ? chosen.pictures : []).map(one => makeFigure(one, narrow.matches)));
  };

  const show = () => {
    const step = steps[at];
    get("about").hidden = isLesson && at > 0;
    get("heading").textContent = step.title || "";
    get("subtitle").textContent = step.subtitle || "";
    get("words").replaceChildren(...makeParagraphs(step.words));
    get("source").textContent = step.source || "";
    get("slider").value = at;
    get("slider").setAttribute("aria-valuetext", step.title || getText(step.words));
    get("place").textContent = fill(words.place, at + 1, steps.length);
    get("first").disabled = get("previous").disabled = at === 0;
    get("last").disabled = get("next").disabled = at === steps.length - 1;
    showViews();
    showQuestion(step, states[at]);
    showCode(step);
  };

  const go = step => {
    const to = Math.max(0, Math.min(steps.length - 1, step));
    if (to === at)
      return;
    at = to;
    show();
    if (isLesson)
      scrollTo(0, 0);
  };

  /* Where the window would stop. */
  const goToStop = by => {
    let to = at + by;
    while (to > 0 && to < steps.length - 1 && !steps[to].stops)
      to += by;
    go(to);
  };

  /* ---- playing ---- */

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    document.body.classList.remove("playing");
    get("play").setAttribute("aria-label", words.play);
    get("play").title = words.play;
  };

  /* A stage takes as long as another, whatever the number of its steps. */
  const getDelay = () => {
    let first = at;
    let next = at + 1;
    while (first > 0 && !steps[first - 1].stops)
      first--;
    while (next < steps.length && !steps[next - 1].stops)
      next++;
    return data.milliseconds / (next - first);
  };

  const tick = () => {
    if (at === steps.length - 1) {
      stop();
      return;
    }
    timer = setTimeout(() => { go(at + 1); tick(); }, getDelay());
  };

  const play = () => {
    if (timer !== 0) {
      stop();
      return;
    }
    if (at === steps.length - 1)
      go(0);
    document.body.classList.add("playing");
    get("play").setAttribute("aria-label", words.pause);
    get("play").title = words.pause;
    tick();
  };

  /* ---- keys, pointer, touch ---- */

  const keys = {
    PageDown: () => goToStop(1),
    PageUp: () => goToStop(-1),
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    Home: () => go(0),
    End: () => go(steps.length - 1),
    " ": () => isLesson ? reveal() : play(),
  };

  const press = event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing)
      return;
    const inCode = event.target.closest("#code");
    const onButton = event.target.closest("button, summary");
    if (inCode && event.key !== " " || onButton && event.key === " ")
      return;
    if (/^[1-9]$/.test(event.key) ? !choose(event.key - 1) : !Object.hasOwn(keys, event.key))
      return;
    event.preventDefault();
    if (Object.hasOwn(keys, event.key)) {
      if (event.key !== " ")
        stop();
      keys[event.key]();
    }
  };

  let touched = null;
  const begin = event => {
    touched = event.isPrimary && event.pointerType === "touch" ? [event.clientX, event.clientY] : null;
  };
  const end = event => {
    if (!touched)
      return;
    const [dx, dy] = [event.clientX - touched[0], event.clientY - touched[1]];
    touched = null;
    if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy))
      return;
    stop();
    go(at + (dx < 0 ? 1 : -1));
  };

  const connect = (id, label, act) => {
    const button = get(id);
    button.setAttribute("aria-label", label);
    button.title = label;
    button.addEventListener("click", event => {
      if (id !== "play")
        stop();
      act();
      if (event.detail > 0) /* with a mouse: keys are the page's again */
        button.blur();
    });
  };

  /* ---- on paper ---- */

  const makeSheet = (step, views, i) => {
    const sheet = make("section");
    const pictures = make("div", "pictures");
    if (step.title)
      sheet.append(make("h2", "", `${i + 1}. ${step.title}`));
    sheet.append(...makeParagraphs(step.words));
    for (const one of views)
      for (const picture of one.pictures) {
        const figure = makeFigure(picture, false);
        if (one.name && !picture.heading)
          figure.prepend(make("figcaption", "", one.figure ? `${one.name}: ${one.figure}` : one.name));
        pictures.append(figure);
      }
    if (pictures.querySelectorAll("figure:not(.rows)").length === 1)
      pictures.firstChild.className = "alone";
    sheet.append(pictures);
    return sheet;
  };

  const addAnswers = (sheet, step, tells) => sheet.append(...(step.answers || []).map((answer, i) =>
    addPieces(make("p", "piece answer" + (tells && i === step.right ? " is-right" : "")), answer)));

  const makePaper = () => {
    const paper = get("paper");
    const answers = [];
    paper.replaceChildren(make("h1", "", data.title || ""), make("p", "", data.about || ""));
    steps.forEach((step, i) => {
      if (!step.stops)
        return;
      const sheet = makeSheet(step, step.views, i);
      if (step.hides) {
        sheet.append(...makeParagraphs(step.question).map(one => (one.className = "question piece", one)));
        addAnswers(sheet, step, false);
        const answer = step.told ? makeSheet({ title: step.title }, step.told, i)
                                 : makeSheet({ title: step.title }, [], i);
        addAnswers(answer, step, true);
        answer.append(...makeParagraphs(step.reveal));
        answers.push(answer);
      }
      sheet.append(make("p", "source", step.source || ""));
      paper.append(sheet);
    });
    if (answers.length > 0)
      paper.append(make("h1", "", words.answers), ...answers);
    if (data.metrics)
      paper.append(make("h2", "", words.metrics), makeTable(data.metrics));
    codes.forEach((code, i) => {
      const sheet = make("div");
      sheet.append(make("h2", "", code.file || words.code), makeListing(i));
      paper.append(sheet);
    });
  };

  /* ---- the page ---- */

  /* The sentence of each moment has room, so that nothing below it jumps. */
  const keepRoom = () => {
    const box = get("words");
    let most = 0;
    if (isLesson)
      return;
    box.style.minHeight = "";
    for (const text of new Set(steps.map(step => JSON.stringify(step.words || [])))) {
      box.replaceChildren(...makeParagraphs(JSON.parse(text)));
      most = Math.max(most, box.offsetHeight);
    }
    box.style.minHeight = most + "px";
  };

  const resize = () => {
    keepRoom();
    show();
    const picture = get("pictures").getBoundingClientRect();
    const rest = document.querySelector("footer").offsetHeight + picture.top + scrollY + 62;
    document.documentElement.style.setProperty("--rest", rest + "px");
  };

  const addMarks = () => steps.forEach((step, i) => {
    if (!step.stops || isLesson)
      return;
    const mark = get("marks").appendChild(make("i"));
    mark.style.left = 100 * i / Math.max(steps.length - 1, 1) + "%";
  });

  get("title").textContent = data.title || "";
  get("about").textContent = data.about || "";
  get("keys").textContent = isLesson ? words.lessonKeys : words.keys;
  get("code").setAttribute("aria-label", words.code);
  get("views").setAttribute("aria-label", words.views);
  get("answers").setAttribute("aria-label", words.answers);
  get("slider").setAttribute("aria-label", words.step);
  get("slider").max = steps.length - 1;
  get("play").hidden = isLesson;
  get("metrics").hidden = !data.metrics;
  get("metrics").firstChild.textContent = words.metrics;
  if (data.metrics)
    get("figures").append(makeTable(data.metrics));
  get("reveal").textContent = words.reveal;
  connect("first", words.first, () => go(0));
  connect("previous", words.previous, () => go(at - 1));
  connect("play", words.play, play);
  connect("next", words.next, () => go(at + 1));
  connect("last", words.last, () => go(steps.length - 1));
  get("reveal").addEventListener("click", reveal);
  get("slider").addEventListener("input", event => { stop(); go(+event.target.value); });
  document.addEventListener("keydown", press);
  get("pictures").addEventListener("pointerdown", begin);
  get("pictures").addEventListener("pointerup", end);
  narrow.addEventListener("change", showViews);
  let width = 0;
  addEventListener("resize", () => {
    if (innerWidth === width)
      return;
    width = innerWidth;
    resize();
  });
  addEventListener("beforeprint", makePaper);
  addEventListener("afterprint", () => get("paper").replaceChildren());
  makeClips();
  addMarks();
  stop();
  width = innerWidth;
  resize();
})();
