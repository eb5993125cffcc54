import { answerCalls, type Exchange } from './screens/answers'
import { environmentId, owner } from './screens/people'
import { type Answers, empty } from './screens/state'
import { states } from './screens/states'

declare global {
  interface Window {
    /** Tests get the exchanges here. */
    noteExchange?: (exchange: Exchange) => void
  }
}

/** Calls of the frame around every screen. */
const ofFrame: Answers = {
  streamEvents: empty,
  listAlertIncidents: { items: [], nextCursor: null, open: 0, disabledChannels: 0 },
  getWalletStatus: { status: 'ok', isCapReached: false },
  estimateCost: { amount: 432_000, currency: 'USD' },
  getLivestreamSummary: { total: 0, live: 0, active: 0, offline: 0, groups: [] },
}

openState()
// The console itself. It finds a session, and the state's address.
void import('../src/app/main')

/** Answers calls as the state says. After a reload it is the same state, at the address that the screen had. */
function openState(): void {
  const asked = /^\/screens\/(.+)$/.exec(decodeURI(location.pathname))?.[1]
  if (asked !== undefined) sessionStorage.setItem('gallery.state', asked)
  const name = sessionStorage.getItem('gallery.state') ?? ''
  const state = states.get(name)
  if (state === undefined) throw new Error(`The gallery has no state “${name}”`)
  if (asked !== undefined) history.replaceState(null, '', `/${environmentId}${state.path}`)
  localStorage.setItem('kinora.session.token', 'gallery')
  const own = typeof state.answers === 'function' ? state.answers() : state.answers
  const answers: Answers = { ...ofFrame, getUser: state.user ?? owner, ...own }
  answerCalls(
    answers,
    (exchange) => window.noteExchange?.(exchange),
    // Fails the test.
    (call) => console.error(`${name}: no answer for ${call}`),
  )
}
