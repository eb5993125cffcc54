/** One text on the screen. Times in seconds from the video's start, exact to the millisecond. */
export interface Cue {
  /** As the file has it, for WebVTT's own references; mostly empty. */
  readonly id: string
  readonly start: number
  readonly end: number
  /** WebVTT cue text: balanced tags of WebVTT's own, everything else escaped. Lines end with `\n`, none is empty. */
  readonly text: string
  readonly settings: CueSettings
}

/** Where WebVTT puts a cue, as WebVTT writes it: `{ line: '0', align: 'left' }`. */
export type CueSettings = { readonly [N in SettingName]?: string | undefined }

export const settingNames = ['region', 'vertical', 'line', 'position', 'size', 'align'] as const
export type SettingName = (typeof settingNames)[number]

/** All texts of one language. */
export interface TextTrack {
  /** By start, and by end where starts are equal. */
  readonly cues: readonly Cue[]
  /** CSS of STYLE blocks and lines of REGION blocks, as they were. */
  readonly styles: readonly string[]
  readonly regions: readonly string[]
}

/** What is wrong with a file, and where. */
export interface Fault {
  /** From 1. */
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
  /** Characters. */
  text: 4000,
  id: 200,
  /** STYLE and REGION blocks, and characters of each. They are sent with every segment. */
  blocks: 20,
  block: 2000,
  /** Hours of the latest time: two digits. */
  hours: 100,
  /** Faults that are told one by one. */
  faults: 100,
} as const

/** By start, then by end; equal ones stay as they were. */
export function inOrder(cues: readonly Cue[]): Cue[] {
  return [...cues].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Collects faults, the first of them. */
export function faultList(): { readonly faults: Fault[]; add(line: number, code: FaultCode): void } {
  const faults: Fault[] = []
  return {
    faults,
    add(line, code) {
      if (faults.length < cueLimits.faults) faults.push({ line, code })
    },
  }
}
