"""The harms that make sense for a command, in Python."""
import ctypes
import json
import os
import socket
import subprocess
import sys
import time

given = json.load(sys.stdin)
harm = given["do"]
got = None

if harm == "echo":
    got = "alive"
elif harm == "loop":
    while True:
        pass
elif harm == "hang":
    time.sleep(60)
elif harm == "memory":
    kept = []
    while True:
        kept.append(bytearray(b"x" * 32 * 1024 * 1024))
        time.sleep(0.005)
elif harm == "exit":
    sys.exit(0)
elif harm == "kill":
    os.kill(os.getpid(), 9)
elif harm == "spam":
    while True:
        sys.stdout.write("x" * 10_000 + "\n")
elif harm in ("read", "readLink"):
    got = open(given["path"]).read()
elif harm == "write":
    open(given["path"], "w").write("harm")
    got = "written"
elif harm == "run":
    got = subprocess.run(["sh", "-c", "echo harm"], capture_output=True, text=True).stdout
elif harm == "fork":
    subprocess.Popen(["setsid", "sh", "-c", f"sleep 3; echo harm > '{given['path']}'"], stdout=subprocess.DEVNULL)
    got = "forked"
elif harm == "forkBomb":
    for _ in range(200):
        subprocess.Popen(["sleep", "30"])
    time.sleep(60)
elif harm == "net":
    socket.create_connection(("127.0.0.1", given["port"])).close()
    got = "connected"
elif harm == "env":
    got = os.environ["JIG_SECRET"]

elif harm == "forkTwice":
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for handle in (0, 1, 2):
                os.close(handle)
            os.execve(sys.executable, ["python3", "-c", "import time; 'hidden harm'; time.sleep(60)"], {})
        os._exit(0)
    got = "forked"
elif harm == "parentEnvironment":
    got = open(f"/proc/{os.getppid()}/environ").read()
elif harm == "processList":
    got = [open("/proc/1/cmdline").read(), len(os.listdir("/proc"))]
elif harm == "trace":
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(0x4206, os.getppid(), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    got = "traced"
elif harm == "memoryOfOthers":
    libc = ctypes.CDLL(None, use_errno=True)
    own = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(own), 8)
    other = (ctypes.c_void_p * 2)(0x400000, 8)
    # EFAULT would say that it may look, only not there.
    if libc.process_vm_readv(os.getppid(), vector, 1, other, 1, 0) < 0 and ctypes.get_errno() != 14:
        raise OSError(ctypes.get_errno(), "process_vm_readv")
    got = "looked"
elif harm == "signalHost":
    os.kill(os.getppid(), 0)
    got = "signalled"
elif harm == "limitHost":
    import resource
    resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))
    got = "limited"
elif harm == "uring":
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(425, 8, ctypes.create_string_buffer(120)) < 0:
        raise OSError(ctypes.get_errno(), "io_uring_setup")
    got = "set up"
elif harm == "priorityOfAll":
    os.setpriority(os.PRIO_USER, 0, 19)
    got = "lowered"
elif harm == "sharedObjects":
    libc = ctypes.CDLL(None, use_errno=True)
    # The first message of any queue, without its length: a queue that is not there is told by another error.
    if libc.msgrcv(0, ctypes.create_string_buffer(64), 8, 0, 0o4000) < 0 and ctypes.get_errno() == 1:
        raise PermissionError(1, "msgrcv")
    got = "reached"
elif harm == "diskPriority":
    libc = ctypes.CDLL(None, use_errno=True)
    number = {"x86_64": 251, "aarch64": 30}[os.uname().machine]
    # Idle, for all processes of the user.
    if libc.syscall(number, 3, os.getuid(), 3 << 13) < 0:
        raise OSError(ctypes.get_errno(), "ioprio_set")
    got = "lowered"
elif harm == "removeShared":
    libc = ctypes.CDLL(None, use_errno=True)
    removals = {
        "shmctl": lambda: libc.shmctl(0, 0, None),
        "semctl": lambda: libc.semctl(0, 0, 0),
        "msgctl": lambda: libc.msgctl(0, 0, None),
        "mq_unlink": lambda: ctypes.CDLL("librt.so.1", use_errno=True).mq_unlink(b"/jig-harm"),
    }
    # Any other error says that it may look for one; the C library makes EACCES of EPERM for queues.
    reached = [name for name, remove in removals.items() if not (remove() < 0 and ctypes.get_errno() in (1, 13, 38))]
    if not reached:
        raise PermissionError(1, "removals")
    got = reached
elif harm == "rawSocket":
    opened = []
    for family, kind, protocol in ((2, 3, 255), (17, 3, 0x0300), (16, 3, 0), (10, 3, 58), (40, 1, 0)):
        try:
            socket.socket(family, kind, protocol)
            opened.append(family)
        except OSError:
            pass
    if not opened:
        raise PermissionError(1, "sockets")
    got = opened
elif harm == "datagram":
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"harm", ("127.0.0.1", given["port"]))
    got = "sent"
elif harm == "keys":
    libc = ctypes.CDLL(None, use_errno=True)
    number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
    # The id of the session's keyring.
    if libc.syscall(number, 0, -3, 0) < 0:
        raise OSError(ctypes.get_errno(), "keyctl")
    got = "found"
elif harm == "memoryFile":
    handle = os.memfd_create("program")
    with open("/bin/echo", "rb") as program:
        os.write(handle, program.read())
    os.execve(handle, ["echo", json.dumps({"value": {"got": "harm"}})], {})
elif harm == "loader":
    import subprocess
    loader = next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))
    got = "harm" if subprocess.run([loader, "/usr/bin/id", "-u"], capture_output=True).returncode == 0 else "failed"
elif harm == "localSocket":
    try:
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect("\0jig-harm")
    except ConnectionRefusedError:
        pass  # Nobody is there; somebody might be.
    got = "connected"
elif harm == "datagramPair":
    one, _other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        one.sendto(b"harm", "\0jig-harm")
    except ConnectionRefusedError:
        pass
    got = "sent"
elif harm == "descriptors":
    for handle in range(3, 1024):
        try:
            os.fstat(handle)
        except OSError:
            continue
        got = f"descriptor {handle}"
    if got is None:
        raise OSError("nothing was left open")
elif harm == "mode":
    os.chmod(given["path"], 0o666)
    got = "written"
elif harm == "namespace":
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    got = "its own"

json.dump({"value": {"got": got}}, sys.stdout)
