#!/usr/bin/env python3
"""A line for the tests: what comes to one port goes on to another, and back.

  line.py FROM TO FOLDER

Both are ports of 127.0.0.1. How the line behaves is read from files in FOLDER, at any time:
  rate     bits a second in each direction; none: as fast as it goes
  silent   nothing passes any more, and nobody is told
  cut      all that is open is closed, and the file removed
"""
import os
import select
import socket
import sys
import threading
import time

PIECE = 16384
GLANCE = 0.02

folder = sys.argv[3]
pairs = []


def is_there(name):
    return os.path.exists(os.path.join(folder, name))


def get_rate():
    try:
        with open(os.path.join(folder, 'rate'), encoding='ascii') as file:
            return float(file.read())
    except (OSError, ValueError):
        return 0


def close(pair):
    for end in pair:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def carry(source, to, pair):
    free_at = time.monotonic()
    while True:
        if is_there('silent'):
            time.sleep(GLANCE)
            continue
        try:
            if not select.select([source], [], [], GLANCE)[0]:
                continue
            piece = source.recv(PIECE)
        except (OSError, ValueError):
            break
        if not piece:
            break
        rate = get_rate()
        if rate:
            free_at = max(free_at, time.monotonic()) + 8 * len(piece) / rate
            time.sleep(max(0, free_at - time.monotonic()))
        try:
            to.sendall(piece)
        except OSError:
            break
    close(pair)


def watch():
    while True:
        time.sleep(GLANCE)
        if is_there('cut'):
            for pair in pairs:
                close(pair)
            pairs.clear()
            os.remove(os.path.join(folder, 'cut'))


def main():
    listener = socket.create_server(('127.0.0.1', int(sys.argv[1])))
    threading.Thread(target=watch, daemon=True).start()
    while True:
        near, _ = listener.accept()
        pair = (near, socket.create_connection(('127.0.0.1', int(sys.argv[2]))))
        for end in pair:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pairs.append(pair)
        for source, to in (pair, pair[::-1]):
            threading.Thread(target=carry, args=(source, to, pair), daemon=True).start()


main()
