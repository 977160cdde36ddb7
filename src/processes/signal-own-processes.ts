/**
 * A shell function `signal <name>`: signals each process that carries the variable in `$own`, which also finds those
 * that left their group. Does nothing where there is no `/proc`.
 */
export const SIGNAL_OWN_PROCESSES = `signal() {
  for file in $(grep -lsF "$own" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill "-$1" "\${pid%/environ}"
  done
}`;
