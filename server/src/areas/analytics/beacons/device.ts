import { isbot } from 'isbot'
import { UAParser } from 'my-ua-parser'
import type { ViewFacts } from '../deltas/deltas.ts'

type DeviceFacts = Pick<ViewFacts, 'device_type' | 'device' | 'os' | 'browser' | 'is_bot'>

/** User agents of browsers are shorter. */
const MAX_CHARS = 512
const MAX_KNOWN = 5000

const types: Readonly<Record<string, string>> = {
  mobile: 'phone',
  tablet: 'tablet',
  smarttv: 'tv',
  console: 'console',
  wearable: 'wearable',
  embedded: 'other',
  xr: 'headset',
}

/** Players without a browser: how their user agents begin or what they contain, their name, and their system if they exist
 * on one only. Lists of bots have some of them. */
const players: readonly (readonly [RegExp, string, string])[] = [
  [/ExoPlayer|AndroidXMedia3/, 'ExoPlayer', 'Android'],
  [/^stagefright/i, 'Stagefright', 'Android'],
  [/^AppleCoreMedia|^AppleTV/, 'AppleCoreMedia', ''],
  [/LibVLC|^VLC/i, 'VLC', ''],
  [/^(?:lib)?mpv\b/i, 'mpv', ''],
  [/^Kodi/i, 'Kodi', ''],
  [/^QuickTime/i, 'QuickTime', ''],
  [/^Infuse/i, 'Infuse', ''],
  [/^NSPlayer/i, 'Windows Media Player', 'Windows'],
]
const phoneSystems = ['Android', 'iOS']

/** Creates a parser of user agents. Results are cached, because few user agents send most requests.
 * my-ua-parser needs at most a millisecond for any text; larger databases needed up to 500 for hostile ones. */
export function deviceReader(): (userAgent: string, model?: string) => DeviceFacts {
  const known = new Map<string, DeviceFacts>()
  return (given, model = '') => {
    const userAgent = withModel(given, model).slice(0, MAX_CHARS)
    const before = known.get(userAgent)
    if (before !== undefined) return before
    const facts = deviceOf(userAgent)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(userAgent, facts)
    return facts
  }
}

/** Inserts the model that the player reports: Chrome on Android sends `K` instead. */
function withModel(userAgent: string, model: string): string {
  const name = model.replace(/[^\w .()+-]/g, '')
  return name === '' ? userAgent : userAgent.replace(/; K\)/, () => `; ${name})`)
}

function deviceOf(userAgent: string): DeviceFacts {
  const { browser, os, device } = UAParser(userAgent)
  const [, player, playerSystem] = players.find(([pattern]) => pattern.test(userAgent)) ?? []
  const names = [device.vendor, device.model].filter((name) => name !== undefined)
  const system = os.name ?? playerSystem ?? ''
  const program = browser.name ?? player ?? ''
  const isPlain = device.type === undefined && (system !== '' || player !== undefined)
  // User agents of computers and of apps do not contain the model.
  const plain = phoneSystems.includes(system) ? 'phone' : 'computer'
  const type = device.type === undefined ? (isPlain ? plain : '') : (types[device.type] ?? 'other')
  return {
    device_type: type,
    device: (isPlain ? [program, system] : names).filter(Boolean).join(isPlain ? ', ' : ' '),
    os: system,
    browser: program,
    is_bot: player === undefined && isbot(userAgent) ? 1 : 0,
  }
}
