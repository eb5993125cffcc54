/** A cue. Times in seconds from the start of the video, in whole milliseconds. */
export interface Cue {
  /** The identifier in the file, for WebVTT's own references. Usually empty. */
  readonly id: string
  readonly start: number
  readonly end: number
  /** WebVTT cue text: balanced WebVTT tags, everything else escaped. Lines end with `\n` and are not empty. */
  readonly text: string
  readonly settings: CueSettings
}

/** The cue settings of WebVTT: `{ line: '0', align: 'left' }`. */
export type CueSettings = { readonly [N in SettingName]?: string | undefined }

export const settingNames = ['region', 'vertical', 'line', 'position', 'size', 'align'] as const
export type SettingName = (typeof settingNames)[number]

/** All cues of one language. */
export interface TextTrack {
  /** Cues sorted by start, then by end. */
  readonly cues: readonly Cue[]
  /** CSS of STYLE blocks and lines of REGION blocks, unchanged. */
  readonly styles: readonly string[]
  readonly regions: readonly string[]
}

/** An error of a file, with its line. */
export interface Fault {
  /** Line number, from 1. */
  readonly line: number
  readonly code: FaultCode
}

export const faultCodes = [
  'header-missing',
  'time-unreadable',
  'time-order',
  'text-missing',
  'text-too-long',
  'settings-unreadable',
  'block-refused',
  'too-many-cues',
] as const
export type FaultCode = (typeof faultCodes)[number]

export const cueLimits = {
  fileBytes: 6 * 1024 ** 2,
  cues: 100_000,
  /** Characters in a cue. */
  text: 4000,
  id: 200,
  /** Number of STYLE and REGION blocks, and characters of each. Every segment contains them. */
  blocks: 20,
  block: 2000,
  /** Hours of the latest time. WebVTT has no limit: recordings can count from a clock. */
  hours: 1_000_000,
  /** Maximum number of reported errors. */
  faults: 100,
} as const

/** Sorts by start, then by end. The order of equal cues stays. */
export function inOrder(cues: readonly Cue[]): Cue[] {
  return [...cues].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Collects errors up to the limit. */
export function faultList(): { readonly faults: Fault[]; add(line: number, code: FaultCode): void } {
  const faults: Fault[] = []
  return {
    faults,
    add(line, code) {
      if (faults.length < cueLimits.faults) faults.push({ line, code })
    },
  }
}
