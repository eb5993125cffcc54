import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childEnv } from '../forked.ts'
import type { RunLimits, Sandbox, SandboxLevel } from './sandbox.ts'
import { availableSandboxes } from './sandbox.ts'

/** Features of the installed ffmpeg and, for `/readyz`, the isolation of untrusted files. */
export interface Capabilities {
  /** Videos can be encoded. */
  ok: boolean
  version: string
  sandbox: SandboxLevel
  missing: string[]
  note: string
  encoders: ReadonlySet<string>
  /** Codec names as reported by ffprobe, not decoder names. */
  decoders: ReadonlySet<string>
  filters: ReadonlySet<string>
}

const needed = {
  encoders: ['libx264', 'aac', 'mjpeg', 'png', 'gif', 'libwebp'],
  filters: [
    'scale',
    'fps',
    'split',
    'bwdif',
    'aresample',
    'palettegen',
    'paletteuse',
    'tile',
    'thumbnail',
    'tpad',
    'overlay',
    'lutrgb',
  ],
}

/** Optional: the output is simpler without them. */
const optional = ['zscale', 'tonemap']

/** Result of the probe: plain data that can be passed to another process. */
export interface Tools {
  readonly capabilities: Capabilities
  readonly sandbox: Pick<Sandbox, 'level' | 'uid'>
}

/** Detects the components of ffmpeg and the strictest sandbox that works. A missing ffmpeg is a result, not an
 * error. */
export async function probeTools(ffmpegPath: string, ffprobePath: string): Promise<Tools> {
  const [version, probeVersion, encoders, codecs, filters] = await Promise.all([
    outputOf([ffmpegPath, '-version']),
    outputOf([ffprobePath, '-version']),
    outputOf([ffmpegPath, '-hide_banner', '-encoders']),
    outputOf([ffmpegPath, '-hide_banner', '-codecs']),
    outputOf([ffmpegPath, '-hide_banner', '-filters']),
  ])
  const found = {
    encoders: names(encoders, /^ [VAS][F.][S.][X.][B.][D.] (\S+)/),
    decoders: names(codecs, /^ D[E.][VAS]\S+ (\S+)/),
    filters: names(filters, /^ [T.][S.][C.]? ?(\S+)\s+\S*->/),
  }
  const sandbox = await findStrictestSandbox(ffmpegPath)
  const missing = [
    ...(version ? [] : ['ffmpeg']),
    ...(probeVersion ? [] : ['ffprobe']),
    ...needed.encoders.filter((name) => !found.encoders.has(name)),
    ...needed.filters.filter((name) => !found.filters.has(name)),
  ]
  const missingOptional = optional.filter((name) => !found.filters.has(name))
  const capabilities: Capabilities = {
    ok: missing.length === 0,
    version: /^ffmpeg version (\S+)/.exec(version ?? '')?.[1] ?? '',
    sandbox: sandbox.level,
    missing,
    note:
      missingOptional.length > 0
        ? `${sandbox.note}; no ${missingOptional.join(', ')}: HDR comes out flat`
        : sandbox.note,
    ...found,
  }
  return { capabilities, sandbox: { level: sandbox.level, uid: sandbox.uid } }
}

/** Large enough for `-version`, also from a slow disk after a start of the machine; small enough to prove that limits
 * are applied. */
const trial: RunLimits = {
  wallMs: 60_000,
  cpuS: 10,
  memoryBytes: 4 * 1024 ** 3,
  outputBytes: 1024 ** 2,
  noProgressMs: 60_000,
}

async function findStrictestSandbox(ffmpegPath: string): Promise<Sandbox> {
  const [first, ...others] = availableSandboxes()
  let sandbox = first
  for (const next of others) {
    if (sandbox && (await outputOf(sandbox.wrap([ffmpegPath, '-version'], trial)))) return sandbox
    sandbox = next
  }
  if (!sandbox) throw new Error('there is always a last sandbox')
  return sandbox
}

const exec = promisify(execFile)

/** The output of a command, or null if it cannot run. */
async function outputOf([program = '', ...args]: string[]): Promise<string | null> {
  try {
    const { stdout } = await exec(program, args, {
      cwd: '/',
      env: childEnv(),
      timeout: trial.wallMs,
      maxBuffer: 4 * 1024 ** 2,
    })
    return stdout
  } catch {
    // All reasons have the same consequence: it cannot be used, and the report says so.
    return null
  }
}

function names(listing: string | null, row: RegExp): ReadonlySet<string> {
  return new Set((listing ?? '').split('\n').flatMap((line) => row.exec(line)?.[1] ?? []))
}
