import { lowPriority } from './priority.ts'

/** Limits of a run of ffmpeg or ffprobe. `outputBytes` applies to each output file. */
export interface RunLimits {
  wallMs: number
  cpuS: number
  memoryBytes: number
  outputBytes: number
  /** Maximum time without any progress: no frame, no time, no byte. Equal to `wallMs` for runs that produce a
   * single image. */
  noProgressMs: number
}

/** - full: separate uid, no network, limits
 * - namespaces: no network, limits, but access to files of this user
 * - limits: only limits
 * - none: only the pinned demuxer */
export type SandboxLevel = 'full' | 'namespaces' | 'limits' | 'none'

/** A way to start an untrusted program on this machine. */
export interface Sandbox {
  level: SandboxLevel
  /** User of the program, if it differs from the user of this process. */
  uid: number | null
  note: string
  wrap(command: string[], limits: RunLimits): string[]
}

/** nobody: exists on every Linux and owns nothing. */
const SANDBOX_UID = 65_534

/** The sandboxes to try on this machine, strictest first. The last one always works. */
export function availableSandboxes(): Sandbox[] {
  return sandboxesFor(process.platform, process.getuid?.() === 0)
}

/** @throws if this machine has no such sandbox */
export function findSandbox({ level, uid }: Pick<Sandbox, 'level' | 'uid'>): Sandbox {
  const found = availableSandboxes().find((each) => each.level === level && each.uid === uid)
  if (found === undefined) throw new Error(`there is no sandbox ${level} of user ${uid} here`)
  return found
}

export function sandboxesFor(platform: NodeJS.Platform, isRoot: boolean): Sandbox[] {
  const withoutNetwork = isRoot ? ['unshare', '-n', '-i', '--'] : ['unshare', '-U', '-r', '-n', '-i', '--']
  const dropped = [`--reuid=${SANDBOX_UID}`, `--regid=${SANDBOX_UID}`, '--clear-groups', '--inh-caps=-all']
  const endsWithParent = ['--no-new-privs', '--pdeathsig', 'KILL']
  const asNobody: Sandbox[] = [
    {
      level: 'full',
      uid: SANDBOX_UID,
      note: 'ffmpeg runs as nobody, without network, within limits',
      wrap: (command, limits) => [
        ...withoutNetwork,
        'setpriv',
        ...dropped,
        ...endsWithParent,
        ...withLimits(command, limits),
      ],
    },
    {
      level: 'limits',
      uid: SANDBOX_UID,
      note: 'ffmpeg runs as nobody and within limits, but network namespaces are forbidden here',
      wrap: (command, limits) => ['setpriv', ...dropped, ...endsWithParent, ...withLimits(command, limits)],
    },
  ]
  const asThisUser: Sandbox[] = [
    {
      level: 'namespaces',
      uid: null,
      note: 'ffmpeg runs without network and within limits, as the user of the server',
      wrap: (command, limits) => [
        ...withoutNetwork,
        'setpriv',
        ...endsWithParent,
        ...withLimits(command, limits),
      ],
    },
    {
      level: 'limits',
      uid: null,
      note: 'ffmpeg runs within limits; user namespaces are forbidden here, so it can reach the network',
      wrap: (command, limits) => ['setpriv', ...endsWithParent, ...withLimits(command, limits)],
    },
  ]
  const bare: Sandbox = {
    level: 'none',
    uid: null,
    note: 'ffmpeg runs with the pinned demuxer and time limits only: take uploads from people you trust',
    wrap: (command) => [...lowPriority, ...command],
  }
  if (platform !== 'linux') return [bare]
  return [...(isRoot ? asNobody : []), ...asThisUser, bare]
}

/** At the soft CPU limit ffmpeg receives a signal and ends itself. The hard limit a little later kills it. */
const cpuGraceS = 3

function withLimits(command: string[], { cpuS, memoryBytes, outputBytes }: RunLimits): string[] {
  const cpu = Math.ceil(cpuS)
  return [
    'prlimit',
    `--as=${Math.ceil(memoryBytes)}`,
    `--cpu=${cpu}:${cpu + cpuGraceS}`,
    `--fsize=${Math.ceil(outputBytes)}`,
    '--nofile=256',
    '--core=0',
    '--',
    ...lowPriority,
    ...command,
  ]
}
