"""browser.py BIN: web pages in a real browser, Debian's chromium without a screen: every step of three lessons is held against what warpstage-cli figures says
of it, the drawings of a run against its PNG files; keys, touch, questions, both themes, paper, a frame in another page; names and texts that would like to run.
Ends with the first thing that is wrong."""
import html.parser, http.server, json, os, pathlib, re, subprocess, sys, tempfile, threading

from PIL import Image, ImageChops, ImageStat
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

cli = os.path.join(sys.argv[1], "warpstage-cli")
LESSONS = ["seven-reductions", "bank-conflicts", "remove-the-barrier"]
DEVICE = ["--device", "vm:h200"]
WIDE, NARROW = (1280, 800), (360, 740)
OTHER_PIXELS = 2  # of 255, on average: a browser smooths edges in its own way
HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>&lt;"
asked = []  # what was asked of the server


class Folder(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        super().do_GET()

    def log_message(self, *arguments):
        pass


class Alts(html.parser.HTMLParser):
    """What a folder of figures says of each of its slides: "03", "03-revealed"."""

    def __init__(self, text):
        super().__init__()
        self.said, self.name = {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "figure":
            self.name = attributes["id"]
        if tag == "img":
            self.said[self.name] = attributes["alt"]


def run(*arguments):
    done = subprocess.run([cli, *arguments], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", (arguments, done.stderr)


def start():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def say(words):
    print(words, flush=True)


def is_there(condition, seconds=20):
    """Waits for what the page does on its own."""
    driver.set_script_timeout(seconds)
    assert driver.execute_async_script("""
        const [condition, done] = arguments;
        const test = Function("return " + condition);
        const look = () => test() ? done(true) : setTimeout(look, 10);
        look();""", condition), condition


def open_page(path, size=WIDE, dark=False):
    width, height = size
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW})
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": size == NARROW})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    driver.get(f"{address}/{path}")
    is_there('document.getElementById("place").textContent !== ""')


def press(*keys):
    for key in keys:
        ActionChains(driver).send_keys(key).perform()


def get(name):
    return driver.execute_script("return document.getElementById(arguments[0]).innerText.trim()", name)


def get_all(selector, what="innerText"):
    return driver.execute_script("return Array.from(document.querySelectorAll(arguments[0]), one => one[arguments[1]].trim())", selector, what)


def get_place():
    return int(re.match(r"\d+", get("place"))[0])


def get_data():
    return json.loads(driver.execute_script('return document.getElementById("data").textContent'))


def check_quiet():
    """Nothing was complained of, nothing was asked for, nothing sticks out."""
    log = [one for one in driver.get_log("browser")]
    assert log == [], log
    wide, room = driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, (wide, room)


def describe_step():
    """In the words and the order of a slide."""
    lines = [get("heading")] + get_all("#words p") + get_all("#question p")
    keys, texts = get_all("#answers .key"), get_all("#answers .text")
    lines += [f"{key}: {text}" for key, text in zip(keys, texts)] + get_all("#told p")
    pictures = driver.execute_script('return Array.from(document.querySelectorAll("#pictures figure:not(.rows) svg"), one => one.getAttribute("aria-label"))')
    return "\n".join([line for line in lines if line] + pictures)


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def describe_task(lesson):
    """What an exercise at the end of a lesson asks for, as the program says it."""
    text = (pathlib.Path(__file__).parents[2] / f"resources/lessons/{lesson}.lesson").read_text()
    name = re.search(r"^exercise: (.*)$", text, re.MULTILINE)[1]
    said = subprocess.run([cli, "exercise", "show", name], capture_output=True, text=True, check=True).stdout
    return said.split("\n", 1)[1].split("Must hold:")[0]


def hold_lesson(lesson, work):
    run("export", "page", "--lesson", lesson, *DEVICE, "-o", f"{work}/{lesson}.html")
    run("figures", f"{work}/{lesson}", "--lesson", lesson, "--size", "320x240", *DEVICE)
    said = Alts(pathlib.Path(f"{work}/{lesson}/index.html").read_text()).said
    assert os.path.getsize(f"{work}/{lesson}.html") < 4_000_000
    open_page(f"{lesson}.html")
    steps = get_data()["steps"]
    questions = 0
    for number, step in enumerate(steps, 1):
        assert get_place() == number
        described, on_slide = squeeze(describe_step()), squeeze(said[f"{number:02}"])
        if number == len(steps):  # the exercise: its task is beside the slide
            task = on_slide + " " + squeeze(describe_task(lesson))
            assert described == task, (lesson, described, task)
        else:
            assert described == on_slide, (lesson, number, described, on_slide)
        assert driver.execute_script('return document.querySelectorAll("#pictures svg path").length') > 5 or not step["views"]
        lines = [line for code, line in step.get("listings", []) if line]
        assert [one.startswith(str(line)) for one, line in zip(get_all(".lit", "textContent"), lines, strict=True)] == [True] * len(lines)
        if step.get("hides"):
            questions += 1
            answer_question(step, number, said)
        press(Keys.PAGE_DOWN)
    assert questions >= 3, questions
    press(Keys.HOME)
    assert get_place() == 1
    check_quiet()
    say(f"{lesson}: {len(steps)} steps, {questions} questions")


def answer_question(step, number, said):
    """Nothing is told before; then all of it."""
    assert get_all("#told p") == [] and get_all(".verdict") == []
    answers = step.get("answers", [])
    right = step.get("right")
    if answers:
        wrong = (right + 1) % len(answers) if right is not None else 0
        press(str(wrong + 1))
        assert get_all("#answers [aria-pressed=true] .key") == [str(wrong + 1)] and get_all(".verdict") == []
    press(Keys.SPACE)
    assert squeeze(describe_step()) == squeeze(said[f"{number:02}-revealed"]), (number, describe_step(), said[f"{number:02}-revealed"])
    if right is not None:
        assert get_all("#answers .right .key") == [str(right + 1)] and get_all("#answers .wrong .key") == [str(wrong + 1)]
        press(str(right + 1))  # too late
        assert get_all("#answers [aria-pressed=true] .key") == [str(wrong + 1)]


def compare(png):
    """How far the drawing that is seen is from the program's own."""
    drawn = Image.open(png).convert("RGB")
    driver.execute_script("""
        const svg = document.querySelector("#pictures svg");
        Object.assign(svg.style, {position: "fixed", left: 0, top: 0, maxHeight: "none", width: arguments[0] + "px", height: arguments[1] + "px", zIndex: 9});""", *drawn.size)
    driver.find_element("css selector", "#pictures svg").screenshot(f"{png}.seen.png")
    seen = Image.open(f"{png}.seen.png").convert("RGB")
    assert seen.size == drawn.size, (seen.size, drawn.size)
    return max(ImageStat.Stat(ImageChops.difference(seen, drawn)).mean)


def check_metrics(table):
    """Opened with keys, as Space plays elsewhere: a row for each metric, a column for each run."""
    assert get("figures") == ""
    place = get_place()
    driver.execute_script('document.querySelector("#metrics summary").focus()')
    press(Keys.SPACE)
    assert get_place() == place and "playing" not in driver.execute_script("return document.body.className")
    shown = [line.split("\n")[0] for line in get_all("#figures td")]
    wanted = [" ".join([cell[0], cell[2]]).strip() for row in table["rows"] for cell in row["cells"]]
    assert [one for one in shown if one] == wanted, (shown, wanted)
    titles = [row["title"] for row in table["rows"]]
    assert [title for title in get_all("#figures tr:not(.heads, .group) th") if title] == titles
    assert get_all("#figures .heads th") == [head for head in table["heads"] if head]


def list_times(work):
    """When each stage of the run is told, in cycles: before the barrier that ends it."""
    run("export", "lanes", "--run", f"{work}/run.wsrun", "-o", f"{work}/lanes.json")
    times = {}
    for row in json.loads(pathlib.Path(f"{work}/lanes.json").read_text())["rows"]:
        times.setdefault(row["stage"], []).append(row["time_cycles"])
    return {stage: all_times[-2] for stage, all_times in times.items()}


def hold_run(work):
    """Its drawings, in both themes, and what moves through it."""
    run("run", "reduce1", "--block", "32", *DEVICE, "--save", f"{work}/run.wsrun")
    run("export", "page", "--run", f"{work}/run.wsrun", "-o", f"{work}/run.html")
    size = os.path.getsize(f"{work}/run.html")
    assert size < 400_000, size
    views = ["tree", "lanes", "memory", "sms"]
    times = list_times(work)
    for dark in (False, True):
        open_page("run.html", WIDE, dark)
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 2200, "height": 1300, "deviceScaleFactor": 1, "mobile": False})
        data = get_data()
        stops = [i for i, step in enumerate(data["steps"]) if step.get("stops")]
        for stage in (1, 2):
            driver.execute_script('const s = document.getElementById("slider"); s.value = arguments[0]; s.dispatchEvent(new Event("input"))', stops[stage])
            assert get_place() == stops[stage] + 1
            for i, view in enumerate(views):
                png = f"{work}/{view}-{stage}-{dark}.png"
                when = ["--time", str(times[stage])] if view == "sms" else ["--stage", str(stage)]
                run("export", view, "--run", f"{work}/run.wsrun", *when, "--size", "880x495", "--bare", "--theme", "dark" if dark else "light", "-o", png)
                driver.execute_script('document.querySelectorAll("#views button")[arguments[0]].click()', i)
                off = compare(png)
                assert off < OTHER_PIXELS, (view, stage, dark, off)
        check_quiet()
    check_metrics(data["metrics"])
    say(f"a run: {len(data['steps'])} steps, {size} bytes, drawings as the program's own")
    hold_keys(data, stops)


def hold_beside(work):
    """Two runs: both drawings and both lines change with each step."""
    run("export", "page", "--kernel", "reduce1", "--beside", "reduce3", "--block", "64", *DEVICE, "-o", f"{work}/beside.html")
    open_page("beside.html")
    steps = get_data()["steps"]
    for step in steps:
        assert get_all(".lit > :nth-child(2)", "textContent") == [str(line) for code, line in step["listings"]]
        assert len(get_all("#pictures figure:not(.rows)", "textContent")) == 2 and len(get_all("#pictures figcaption", "textContent")) == 2
        press(Keys.ARROW_RIGHT)
    check_metrics(get_data()["metrics"])
    open_page("beside.html", NARROW)
    check_metrics(get_data()["metrics"])
    check_quiet()
    say(f"two runs: {len(steps)} steps, {os.path.getsize(f'{work}/beside.html')} bytes")


def hold_keys(data, stops):
    open_page("run.html")
    last = len(data["steps"])
    press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert get_place() == 2
    press(Keys.HOME, Keys.PAGE_DOWN)
    assert get_place() == 1 + next(stop for stop in stops if stop > 0)
    press(Keys.END)
    assert get_place() == last and driver.execute_script('return document.getElementById("next").disabled')
    press(Keys.PAGE_UP)
    assert get_place() == 1 + stops[-2]
    # it plays from the beginning, and ends at the end
    driver.execute_script("const set = setTimeout; window.setTimeout = (what, time) => set(what, Math.min(time, 1))")
    press(Keys.END, Keys.SPACE)
    is_there(f'document.getElementById("place").textContent.startsWith("{last} ") && !document.body.classList.contains("playing")')
    # by name and role, as a screen reader has it
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    names = [(node.get("role", {}).get("value"), node.get("name", {}).get("value")) for node in tree if not node.get("ignored")]
    for role in ("button", "slider", "image", "heading"):
        assert any(one == role for one, name in names) and all(name for one, name in names if one == role), (role, [one for one in names if one[0] == role])
    check_quiet()
    say("keys, playing, names")


def hold_touch():
    open_page("run.html", NARROW)
    box = driver.execute_script('const b = document.querySelector("#pictures svg").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]')
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    for way, place in ((-120, 2), (-120, 3), (120, 2)):
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + way, "y": y + 5}]})
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        is_there(f'document.getElementById("place").textContent.startsWith("{place} ")')
    # what is touched is as large as a finger, and the narrow drawing is shown
    small = driver.execute_script('return Array.from(document.querySelectorAll("button")).filter(one => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 44).map(one => one.id || one.innerText)')
    assert small == [], small
    assert driver.execute_script('return document.querySelector("#pictures svg").viewBox.baseVal.width') < 400
    check_quiet()
    say("touch, at 360 pixels")


def hold_paper():
    open_page("seven-reductions.html", WIDE, True)
    driver.execute_script('window.dispatchEvent(new Event("beforeprint"))')
    sheets = len(get_all("#paper section", "textContent"))
    text = " ".join(get_all("#paper", "textContent"))
    assert sheets >= 15 and text.rindex("Answers") > text.index("What does thread 4 store"), sheets
    driver.execute_script('window.dispatchEvent(new Event("afterprint"))')
    assert len(driver.print_page()) > 50_000
    check_quiet()
    say(f"paper: {sheets} sections")


def hold_frame(work):
    """In a course's page, which may also give it no rights of its own."""
    pathlib.Path(f"{work}/course.html").write_text('<!DOCTYPE html><title>Course</title><link rel="icon" href="data:,">'
                                                   '<iframe src="run.html" sandbox="allow-scripts" width="700" height="600"></iframe>')
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    driver.get(f"{address}/course.html")
    driver.switch_to.frame(0)
    is_there('document.getElementById("place").textContent !== ""')
    driver.find_element("id", "next").click()
    assert get_place() == 2
    driver.switch_to.default_content()
    assert driver.get_log("browser") == []
    assert all(path.endswith(".html") for path in asked), asked
    say("in a frame; nothing but pages was asked for")


def hold_hostile(work):
    lesson = f"""# {HOSTILE.replace('<', '&lt;').replace('>', '&gt;')}
kernel: reduce1
elements: 32
block: 32

## \u202e{HOSTILE}
view: tree

Words &lt;/script&gt;&lt;script&gt;window.hacked=1&lt;/script&gt; \u2028 "quoted" 'so'.

? Is it &lt;img src=x onerror=window.hacked=1&gt;?
- &lt;b onclick=window.hacked=1&gt;yes&lt;/b&gt;
* javascript:window.hacked=1
= &lt;svg onload=window.hacked=1&gt;
"""
    pathlib.Path(f"{work}/hostile.lesson").write_text(lesson)
    run("export", "page", "--lesson", f"{work}/hostile.lesson", *DEVICE, "-o", f"{work}/hostile.html")
    open_page("hostile.html")
    assert HOSTILE in get("heading").replace("\u202e", ""), get("heading")
    press("1", Keys.SPACE)
    driver.execute_script('window.dispatchEvent(new Event("beforeprint"))')
    assert get_all("#told p") == ["<svg onload=window.hacked=1>"]
    assert driver.execute_script("return [typeof window.hacked, document.images.length, document.scripts.length]") == ["undefined", 0, 3]
    check_quiet()
    # what gets in all the same may not run
    driver.execute_script("""
        const script = document.createElement("script");
        script.textContent = "window.hacked = 1";
        document.body.append(script);
        document.body.insertAdjacentHTML("beforeend", "<img src=/x onerror=window.hacked=1><b style='color:red'>x</b>");""")
    assert driver.execute_script("return typeof window.hacked") == "undefined"
    complaints = driver.get_log("browser")
    assert complaints and all("Content Security Policy" in one["message"] for one in complaints), complaints
    say("hostile texts stay texts")


with tempfile.TemporaryDirectory(dir=os.environ.get("KEEP")) as work:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *arguments: Folder(*arguments, directory=work))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    driver = start()
    try:
        hold_run(work)
        hold_beside(work)
        hold_touch()
        for one in LESSONS:
            hold_lesson(one, work)
        hold_paper()
        hold_frame(work)
        hold_hostile(work)
    finally:
        driver.quit()
        server.shutdown()
say("Web pages do in a browser what the program does.")
