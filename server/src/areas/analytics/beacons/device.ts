import { isbot } from 'isbot'
import { UAParser } from 'my-ua-parser'
import type { ViewFacts } from '../views/deltas.ts'

type DeviceFacts = Pick<ViewFacts, 'device_type' | 'device' | 'os' | 'browser' | 'is_bot'>

/** Longer ones are no browsers'. */
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

/** What a user agent says about its device. Most requests come from few user agents, so they are kept.
 * my-ua-parser, because its expressions take a millisecond for any text; those of the larger databases took up to 500. */
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

/** Chrome on Android says `K` instead of the model. */
function withModel(userAgent: string, model: string): string {
  const name = model.replace(/[^\w .()+-]/g, '')
  return name === '' ? userAgent : userAgent.replace(/; K\)/, () => `; ${name})`)
}

function deviceOf(userAgent: string): DeviceFacts {
  const { browser, os, device } = UAParser(userAgent)
  const type = device.type === undefined ? null : (types[device.type] ?? 'other')
  const names = [device.vendor, device.model].filter((name) => name !== undefined)
  const system = os.name ?? ''
  const program = browser.name ?? ''
  // Computers do not say their model.
  const isComputer = type === null && system !== ''
  return {
    device_type: type ?? (isComputer ? 'computer' : ''),
    device: (isComputer ? [program, system] : names).filter(Boolean).join(isComputer ? ', ' : ' '),
    os: system,
    browser: program,
    is_bot: isbot(userAgent) ? 1 : 0,
  }
}
