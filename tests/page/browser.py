# SPDX-License-Identifier: MIT
"""Drives a headless Chromium through chromedriver as a person does. Reads lines of JSON from standard
input, {"setup": …, "orders": [one, …]}, and answers each with a line, {"results": [one, …]} or
{"fault": text}. Lines without a setup share a browser, which takes seconds to start; each has a window
of its own. The orders:

  {"open": file}                 opens a page and waits until it is ready; gives its fault or null
  {"run": script}                runs the body of a function; gives what it returns
  {"drag": [place, by]}          presses at a number, "X[0,0]", and moves by some pixels
  {"swipe": [place, by]}         the same by finger
  {"click": place}, {"tap": …}   by mouse, by finger; a place may also be a point, [x, y]
  {"keys": text}                 types; WebDriver says which characters are keys; Shift, Ctrl, Alt
                                 and Meta are held to the end of the text
  {"picture": file}              writes what the window shows
  {"printed": file}              prints to a PDF of A4
  {"window": [width, height]}    makes the window so large
  {"screen": [width, height, scheme]}  a screen of this size, a phone's where it is narrow, "light"
                                 or "dark"
  {"log": null}                  what the page and the browser have logged
  {"downloaded": null}           waits for a file that the page saves; gives its text
  {"before": script}             runs the script first in every page that is opened from now on

firefox.mjs does the same in Firefox, but for fingers, windows, screens, the log and what runs
before a page.
"""
import base64
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

NOT_YET = "the page is not there yet"
WAIT = """const [path, notYet, done] = arguments;
const isThere = decodeURIComponent(location.pathname) === path && document.readyState === "complete";
if (!isThere) done(notYet);
else if (!window.attentionLab) done("there is no lab");
else attentionLab.ready.then(() => done(null), (fault) => done(String(fault)));"""
MIDDLE = """const [x, y, width, height] = attentionLab.where(arguments[0]);
const middle = () => {
  const box = document.getElementById("canvas").getBoundingClientRect();
  return [box.left + x + width / 2, box.top + y + height / 2];
};
const [across, down] = middle();
if (across < 0 || across > innerWidth || down < 0 || down > innerHeight) {
  document.getElementById("room").scrollLeft += across - innerWidth / 2;
  scrollBy(0, down - innerHeight / 2);
}
return middle();"""
HELD = "\uE008\uE009\uE00A\uE03D"


class Browser:
    def __init__(self, setup):
        self.profile = tempfile.TemporaryDirectory()
        self.downloads = pathlib.Path(self.profile.name, "downloads")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       env=os.environ | setup.get("environment", {}))
        for line in self.driver.stdout:
            if "successfully on port" in line:
                self.at = "http://127.0.0.1:" + line.strip().rstrip(".").split()[-1]
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                     "--user-data-dir=" + self.profile.name, "--hide-scrollbars"]
        options = {"args": arguments + setup.get("arguments", []),
                   "prefs": {"download.default_directory": str(self.downloads),
                             **setup.get("preferences", {})}}
        if "phone" in setup:
            options["mobileEmulation"] = {"deviceMetrics": setup["phone"]}
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.at += "/session/" + made["sessionId"]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.at + path, method=method, headers={"Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise RuntimeError(json.load(fault)["value"]["message"]) from None

    def act(self, kind, actions, pointer=None):
        source = {"type": kind, "id": kind + (pointer or ""), "actions": actions}
        if pointer:
            source["parameters"] = {"pointerType": pointer}
        self.ask("POST", "/actions", {"actions": [source]})

    def run(self, script, *given):
        return self.ask("POST", "/execute/sync", {"script": script, "args": given})

    def tell(self, command, **given):
        """An order of the DevTools."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": given})

    def point(self, pointer, place, by=0):
        x, y = self.run(MIDDLE, place) if isinstance(place, str) else place
        moves = [{"type": "pointerMove", "duration": 0, "x": round(x + by * part / 8),
                  "y": round(y)} for part in range(9 if by else 1)]
        self.act("pointer", [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:],
                             {"type": "pointerUp", "button": 0}], pointer)

    def do(self, order):
        (name, given), = order.items()
        if name == "open":
            path = pathlib.Path(given)
            self.ask("POST", "/url", {"url": path.as_uri()})
            # Where much else runs the driver may say that a page is there which is about to come.
            until = time.monotonic() + 20
            while True:
                fault = self.ask("POST", "/execute/async",
                                 {"script": WAIT, "args": [str(path), NOT_YET]})
                if fault != NOT_YET or time.monotonic() > until:
                    return fault
                time.sleep(0.05)
        if name == "run":
            return self.run(given)
        if name in ("drag", "swipe"):
            return self.point("mouse" if name == "drag" else "touch", *given)
        if name in ("click", "tap"):
            return self.point("mouse" if name == "click" else "touch", given)
        if name == "keys":
            held = [one for one in given if one in HELD]
            keys = [{"type": kind, "value": one} for one in given
                    for kind in ("keyDown", "keyUp") if one not in HELD or kind == "keyDown"]
            return self.act("key", keys + [{"type": "keyUp", "value": one} for one in held])
        if name == "window":
            return self.ask("POST", "/window/rect", {"width": given[0], "height": given[1]})
        if name == "picture":
            time.sleep(0.2)
            bytes_ = base64.b64decode(self.ask("GET", "/screenshot"))
            return pathlib.Path(given).write_bytes(bytes_)
        if name == "printed":
            sheet = self.tell("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
            return pathlib.Path(given).write_bytes(base64.b64decode(sheet["data"]))
        if name == "screen":
            width, height, scheme = given
            self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 500)
            feature = {"name": "prefers-color-scheme", "value": scheme}
            return self.tell("Emulation.setEmulatedMedia", features=[feature])
        if name == "downloaded":
            return downloaded(self.downloads)
        if name == "before":
            return self.tell("Page.addScriptToEvaluateOnNewDocument", source=given)
        if name == "log":
            return [one["message"] for one in self.ask("POST", "/se/log", {"type": "browser"})]
        raise ValueError("there is no order " + name)

    def do_afresh(self, orders):
        """Carries out the orders in a window of their own. Pages keep nothing outside of theirs; what
        they may have stored is deleted nevertheless."""
        for file in self.downloads.glob("*"):
            file.unlink()
        first = self.ask("GET", "/window")
        made = self.ask("POST", "/window/new", {"type": "window"})["handle"]
        self.ask("POST", "/window", {"handle": made})
        self.ask("POST", "/se/log", {"type": "browser"})
        self.tell("Storage.clearDataForOrigin", origin="file://", storageTypes="all")
        results = [self.do(order) for order in orders]
        self.ask("DELETE", "/window")
        self.ask("POST", "/window", {"handle": first})
        return results

    def end(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()


def downloaded(folder):
    for _ in range(100):
        for file in folder.glob("*.attn"):
            if text := file.read_text(encoding="utf-8"):
                file.unlink()
                return text
        time.sleep(0.1)
    raise RuntimeError("no file was downloaded within ten seconds")


def main():
    kept = None
    for line in sys.stdin:
        given = json.loads(line)
        browser = None
        try:
            if given["setup"]:
                browser = Browser(given["setup"])
                answer = {"results": [browser.do(order) for order in given["orders"]]}
            else:
                kept = kept or Browser({})
                answer = {"results": kept.do_afresh(given["orders"])}
        except Exception:
            answer = {"fault": traceback.format_exc()}
            if not browser:  # the kept one is not what it was
                browser, kept = kept, None
        if browser:
            with contextlib.suppress(Exception):  # it may have ended
                browser.end()
        print(json.dumps(answer), flush=True)
    if kept:
        kept.end()


if __name__ == "__main__":
    main()
