#!/bin/sh
# The harms that make sense in a shell, which may start the system's programs: they are as confined as it is.
input=$(cat)
field() { printf %s "$input" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
harm=$(field do)
path=$(field path)
answer() { printf '{"value": {"got": "%s"}}' "$1"; }
case $harm in
  echo) answer alive ;;
  loop) while :; do :; done ;;
  hang) sleep 60 ;;
  exit) exit 0 ;;
  kill) kill -9 $$ ;;
  spam) while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done ;;
  read | readLink) cat "$path" >/dev/null || exit 1; answer "a secret" ;;
  write) echo harm >"$path" || exit 1; answer written ;;
  mode) chmod 666 "$path" || exit 1; answer written ;;
  run) answer "$(sh -c 'echo harm')" ;;
  fork) setsid sh -c "sleep 3; echo harm > '$path'" >/dev/null 2>&1 & answer forked ;;
  forkTwice) (env -i /usr/bin/setsid /bin/sh -c ': hidden harm; sleep 60' >/dev/null 2>&1 </dev/null &); answer forked ;;
  forkBomb) n=0; while [ $n -lt 200 ]; do sleep 30 & n=$((n + 1)); done; sleep 60 ;;
  env) [ -n "$JIG_SECRET" ] || exit 1; answer "$JIG_SECRET" ;;
  parentEnvironment) cat /proc/$PPID/environ >/dev/null || exit 1; answer "a secret" ;;
  processList) cat /proc/1/cmdline >/dev/null || exit 1; answer "a secret" ;;
  signalHost) kill -0 $PPID || exit 1; answer signalled ;;
  namespace) unshare -U true || exit 1; answer "its own" ;;
esac
