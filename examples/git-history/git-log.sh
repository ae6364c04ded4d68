#!/bin/sh
# Input as JSON on stdin, {"value": …} as JSON on stdout, stderr is the log.
set -eu
count=$(tr -cd 0-9)

# A JSON string of what comes in, without its quotes.
escaped() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g'; }

if ! log=$(git -C "$JIG_ROOT" log -n "$count" --format='%H%x09%aI%x09%an%x09%s' 2>&1); then
  printf '{"value": {"success": false, "error": "%s"}, "failed": true}' "$(printf %s "$log" | tr '\n' ' ' | escaped)"
  exit 1
fi

printf '{"value": {"commits": ['
first=yes
printf '%s\n' "$log" | while IFS="$(printf '\t')" read -r hash date author subject; do
  [ -n "$hash" ] || continue
  [ "$first" = yes ] || printf ,
  first=no
  printf '{"hash": "%s", "date": "%s", "author": "%s", "subject": "%s"}' \
    "$hash" "$date" "$(printf %s "$author" | escaped)" "$(printf %s "$subject" | escaped)"
done
printf ']}}'
