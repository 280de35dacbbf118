# SPDX-License-Identifier: MIT
"""A screen without a monitor whose every change is timed as the X server makes it (XDamage), and a
hand for its mouse (XTest). So all programs are timed alike, from outside.
"""
import ctypes
import os
import select
import subprocess
import time

X = ctypes.CDLL("libX11.so.6")
TEST = ctypes.CDLL("libXtst.so.6")
DAMAGE = ctypes.CDLL("libXdamage.so.1")
X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = ctypes.c_ulong
X.XStringToKeysym.restype = ctypes.c_ulong
X.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
DAMAGE.XDamageCreate.restype = ctypes.c_ulong
ON_SCREEN = ctypes.c_void_p


class Rectangle(ctypes.Structure):
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short),
                ("width", ctypes.c_ushort), ("height", ctypes.c_ushort)]


class Damaged(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("drawable", ctypes.c_ulong),
                ("damage", ctypes.c_ulong), ("level", ctypes.c_int), ("more", ctypes.c_int),
                ("time", ctypes.c_ulong), ("area", Rectangle), ("geometry", Rectangle)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("damaged", Damaged), ("space", ctypes.c_long * 24)]


class Screen:
    """Xvfb of its own. It is not reset when a client leaves, which would cost the next start."""

    def __init__(self, width=1600, height=900):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-noreset", "-nolisten", "tcp", "-screen", "0",
             f"{width}x{height}x24"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as file:
            self.name = ":" + file.readline().strip()
        self.display = ON_SCREEN(X.XOpenDisplay(self.name.encode()))
        if not self.display:
            raise RuntimeError("Xvfb could not be started")
        root = ctypes.c_ulong(X.XDefaultRootWindow(self.display))
        first, error = ctypes.c_int(), ctypes.c_int()
        DAMAGE.XDamageQueryExtension(self.display, ctypes.byref(first), ctypes.byref(error))
        self.damage_event = first.value
        DAMAGE.XDamageCreate(self.display, root, 0)  # every rectangle is told
        X.XSync(self.display, 0)
        self.socket = X.XConnectionNumber(self.display)

    def close(self):
        X.XCloseDisplay(self.display)
        self.server.terminate()
        self.server.wait()

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items()
                if name not in ("WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
        return {**kept, "DISPLAY": self.name, "LIBGL_ALWAYS_SOFTWARE": "1", **more}

    def changes(self, deadline):
        """(when, area) of each change of the screen until the deadline."""
        event = Event()
        while True:
            while X.XPending(self.display) > 0:
                X.XNextEvent(self.display, ctypes.byref(event))
                if event.type == self.damage_event:
                    yield time.monotonic(), event.damaged.area
            left = deadline - time.monotonic()
            if left <= 0:
                return
            select.select([self.socket], [], [], left)

    def settle(self, quiet=0.3, most=60):
        """Waits until nothing has changed for a while."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            if not any(True for _ in self.changes(time.monotonic() + quiet)):
                return

    def first_change(self, patience=60, least=300):
        """When something as large as a window is shown first."""
        for when, area in self.changes(time.monotonic() + patience):
            if area.width >= least and area.height >= least:
                return when
        raise RuntimeError("nothing was shown")

    def move(self, x, y):
        TEST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), 0)
        X.XFlush(self.display)

    def button(self, down):
        TEST.XTestFakeButtonEvent(self.display, 1, int(down), 0)
        X.XFlush(self.display)

    def press(self, name):
        """Presses and releases the key of this name: "z", "Right"."""
        code = X.XKeysymToKeycode(self.display, X.XStringToKeysym(name.encode()))
        for down in (1, 0):
            TEST.XTestFakeKeyEvent(self.display, code, down, 0)
        X.XFlush(self.display)

    def time_move(self, x, y, quiet=0.05, patience=20):
        """Moves the pointer. Seconds until the first change that follows and until the last."""
        for _ in self.changes(time.monotonic()):
            pass
        begin = time.monotonic()
        self.move(x, y)
        first = last = None
        deadline = begin + patience
        while (now := time.monotonic()) < deadline:
            found = False
            for when, _ in self.changes(min(deadline, (last or now) + quiet if last else deadline)):
                first, last, found = first or when, when, True
                break
            if not found:
                break
        if first is None:
            raise RuntimeError("a move of the pointer changed nothing")
        return first - begin, last - begin
