import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The installed ffmpeg, which fails if its command contains a word. */
export interface FaultyFfmpeg {
  readonly path: string
  failOn(word: string): Promise<void>
  /** Fails after the work is done, so that its output exists. */
  failLateOn(word: string): Promise<void>
  /** Does the work and then hangs until released, repaired or stopped. */
  holdOn(word: string): Promise<void>
  /** Ends the hold. A command that was held then fails if it now contains the word of `failOn`. */
  release(): Promise<void>
  repair(): Promise<void>
}

export async function faultyFfmpeg(folder: string): Promise<FaultyFfmpeg> {
  const path = join(folder, 'ffmpeg.sh')
  const early = join(folder, 'fails-on')
  const late = join(folder, 'fails-late-on')
  const held = join(folder, 'holds-on')
  const repair = async () => {
    for (const fault of [early, late, held]) await writeFile(fault, '')
  }
  // Readable by the user of the sandbox.
  await chmod(folder, 0o755)
  await repair()
  await writeFile(path, script(early, late, held), { mode: 0o755 })
  return {
    path,
    repair,
    failOn: (word) => writeFile(early, word),
    failLateOn: (word) => writeFile(late, word),
    holdOn: (word) => writeFile(held, word),
    release: () => writeFile(held, ''),
  }
}

const script = (early: string, late: string, held: string) => `#!/bin/sh
command="$*"
fails() {
  [ -s "$1" ] || return 1
  case "$command" in *"$(cat "$1")"*) return 0;; esac
  return 1
}
end() { echo "planted fault" >&2; exit 1; }
if fails "${held}"; then
  ffmpeg "$@" || exit 1
  while fails "${held}"; do sleep 0.1; done
  fails "${early}" && end
  exit 0
fi
fails "${early}" && end
fails "${late}" || exec ffmpeg "$@"
ffmpeg "$@" && sleep 2
end
`
