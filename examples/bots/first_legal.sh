#!/bin/sh
# A bot in plain shell that does the first thing it may, never snaps, and calls when the round has gone on for a while.

after() { # after NAME: what follows that name in the line
  printf '%s' "${line#*"\"$1\":"}"
}

while IFS= read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{"cambio": 1, "name": "first legal, in shell"}' ;;
    *'"type":"choose"'*)
      id=$(after id) legal=$(after legal) lap=$(after lap)
      id=${id%%,*} legal=${legal%%]*} legal=${legal#[} lap=${lap%%,*}
      case $line in
        *'"wait":true'*) action=null ;;
        *'"call"'*) if [ "$lap" -ge 5 ]; then action='"call"'; else legal=${legal#'"call",'} action=${legal%%,*}; fi ;;
        *) action=${legal%%,*} ;;
      esac
      echo "{\"id\": $id, \"action\": $action}" ;;
  esac
done
