import type { CueSettings, SettingName } from './cues.ts'
import { settingNames } from './cues.ts'

const percent = String.raw`0{0,9}(?:100(?:\.0{1,9})?|\d{1,2}(?:\.\d{1,9})?)%`

/** Valid values of each setting (WebVTT 6.3). */
const forms: Readonly<Record<SettingName, RegExp>> = {
  region: /^[^\s:>]{1,100}$/,
  vertical: /^(?:rl|lr)$/,
  line: new RegExp(`^(?:-?\\d{1,9}(?:\\.\\d{1,9})?|${percent})(?:,(?:start|center|end))?$`),
  position: new RegExp(`^${percent}(?:,(?:line-left|center|line-right))?$`),
  size: new RegExp(`^${percent}$`),
  align: /^(?:start|center|end|left|right)$/,
}

/** Parses `line:0 align:left`. Unknown settings are skipped and reported. */
export function parseSettings(text: string): { settings: CueSettings; isWhole: boolean } {
  const settings: { [N in SettingName]?: string } = {}
  let isWhole = true
  for (const word of text.split(/[ \t]+/).filter(Boolean)) {
    const colon = word.indexOf(':')
    const name = settingNames.find((each) => each === word.slice(0, Math.max(0, colon)))
    const value = word.slice(colon + 1)
    if (name !== undefined && forms[name].test(value)) settings[name] = value
    else isWhole = false
  }
  return { settings, isWhole }
}

export function writeSettings(settings: CueSettings): string {
  return settingNames
    .flatMap((name) => (settings[name] === undefined ? [] : [`${name}:${settings[name]}`]))
    .join(' ')
}

/** SubRip's `{\an8}`: a digit of the numeric keypad as a screen position. Bottom center is the default. */
export function settingsOfPosition(digit: number): CueSettings {
  const row = Math.floor((digit - 1) / 3)
  const column = (digit - 1) % 3
  return {
    ...(row === 2 ? { line: '0' } : row === 1 ? { line: '50%,center' } : {}),
    ...(column === 0
      ? { position: '0%,line-left', align: 'left' }
      : column === 2
        ? { position: '100%,line-right', align: 'right' }
        : {}),
  }
}

/** The digit with the nearest position. */
export function positionOfSettings({ line = '', align = '' }: CueSettings): number {
  const column = align === 'left' || align === 'start' ? 1 : align === 'right' || align === 'end' ? 3 : 2
  return rowOf(line) * 3 + column
}

function rowOf(line: string): number {
  const value = Number.parseFloat(line)
  if (Number.isNaN(value)) return 0
  // Line numbers count from the top, or negative from the bottom.
  if (!line.includes('%')) return value >= 0 && value < 5 ? 2 : value < 0 && value >= -5 ? 0 : 1
  return value < 34 ? 2 : value < 67 ? 1 : 0
}
