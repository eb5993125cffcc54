/** Who watches, as far as this browser says. */
export interface Visitor {
  readonly viewerId: string
  readonly sessionId: string
}

const VIEWER = 'kinora-viewer'
const SESSION = 'kinora-visit'
const VISIT_MS = 30 * 60_000
/** Of the server. */
const MAX_MODEL = 100

/** The viewer and the visit. Nothing is stored for browsers that do not want to be tracked: each view is another viewer.
 * @param given the ID that the page has for its user; empty for none */
export function visitorNow(given: string): Visitor {
  const once = crypto.randomUUID()
  if (isPrivate()) return { viewerId: once, sessionId: once }
  return { viewerId: given || stored(localStorageOrNull(), VIEWER) || once, sessionId: visit() ?? once }
}

/** The model of the device. Chrome leaves it out of the user agent. */
export async function deviceModel(): Promise<string> {
  const { userAgentData } = navigator as Navigator & {
    userAgentData?: { getHighEntropyValues(names: string[]): Promise<{ model?: string }> }
  }
  const values = await userAgentData?.getHighEntropyValues(['model']).catch(() => null)
  return (values?.model ?? '').slice(0, MAX_MODEL)
}

function isPrivate(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

/** The random ID of this browser. Null without storage. */
function stored(storage: Storage | null, name: string): string | null {
  if (storage === null) return null
  const known = storage.getItem(name)
  if (known) return known
  const made = crypto.randomUUID()
  storage.setItem(name, made)
  return made
}

function visit(): string | null {
  try {
    const [id, at] = (sessionStorage.getItem(SESSION) ?? '').split(' ')
    const current = id && Date.now() - Number(at) < VISIT_MS ? id : crypto.randomUUID()
    sessionStorage.setItem(SESSION, `${current} ${Date.now()}`)
    return current
  } catch {
    return null
  }
}

/** Pages without the right to store throw. */
function localStorageOrNull(): Storage | null {
  try {
    localStorage.setItem(`${VIEWER}-try`, '')
    localStorage.removeItem(`${VIEWER}-try`)
    return localStorage
  } catch {
    return null
  }
}
