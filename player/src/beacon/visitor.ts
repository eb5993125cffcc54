import { newId } from '@kinora/contract/new-id'

/** IDs of the viewer and the visit. */
export interface Visitor {
  readonly viewerId: string
  readonly sessionId: string
}

const VIEWER = 'kinora-viewer'
const SESSION = 'kinora-visit'
const VISIT_MS = 30 * 60_000
/** Limit of the server. */
const MAX_MODEL = 100

/** Returns the IDs of the viewer and the visit. With Do Not Track or Global Privacy Control nothing is stored, and each view
 * has a new viewer.
 * @param given the page's own ID of its user; empty if none */
export function visitorNow(given: string): Visitor {
  const once = newId()
  if (isPrivate()) return { viewerId: once, sessionId: once }
  return { viewerId: given || stored(localStorageOrNull(), VIEWER) || once, sessionId: visit() ?? once }
}

/** The device model, which Chrome omits from the user agent. */
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

/** Reads or creates the random ID of this browser. Null without storage. */
function stored(storage: Storage | null, name: string): string | null {
  if (storage === null) return null
  const known = storage.getItem(name)
  if (known) return known
  const made = newId()
  storage.setItem(name, made)
  return made
}

/** Continues the visit of a view that goes on. */
export function stayVisiting({ sessionId }: Visitor): void {
  if (!isPrivate()) keepVisit(sessionId)
}

function visit(): string | null {
  try {
    const [id, at] = (sessionStorage.getItem(SESSION) ?? '').split(' ')
    return keepVisit(id && Date.now() - Number(at) < VISIT_MS ? id : newId())
  } catch {
    return null
  }
}

/** Returns the ID. Null without storage. */
function keepVisit(id: string): string | null {
  try {
    sessionStorage.setItem(SESSION, `${id} ${Date.now()}`)
    return id
  } catch {
    return null
  }
}

/** Local storage. Null if the page may not use it; then access throws. */
function localStorageOrNull(): Storage | null {
  try {
    localStorage.setItem(`${VIEWER}-try`, '')
    localStorage.removeItem(`${VIEWER}-try`)
    return localStorage
  } catch {
    return null
  }
}
