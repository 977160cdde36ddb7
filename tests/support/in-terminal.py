"""Runs a program in a terminal of its own: columns, rows, command. What comes in is typed, what goes out was shown."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns, rows, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)

sources = [0, terminal]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""  # Linux reports the end of a terminal as an error.
        if not data:
            sources.remove(source)
        else:
            os.write(terminal if source == 0 else 1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
