import { request } from 'node:http'
import type { Bench } from './tools/bench.ts'
import { median } from './tools/measure.ts'
import { milliseconds, type Row } from './tools/table.ts'

/** Limit for guessing from response times whether an account exists: 0.5 is chance, 1 is certainty. */
const MAX_ACCURACY = 0.57
const PASSWORD = 'Correct-horse1'
/** Below the ten failures that lock an address. */
const TRIES_AN_ACCOUNT = 8
/** Below every limit per address. */
const REQUESTS_AN_ADDRESS = 8

interface Question {
  readonly what: string
  readonly ask: (email: string) => { readonly method: string; readonly path: string; readonly body?: object }
}

const base = '/services/api/v1/users'
const questions: readonly Question[] = [
  {
    what: 'sign-in with a wrong password',
    ask: (email) => ({
      method: 'POST',
      path: `${base}/authenticate`,
      body: { email, password: 'Wrong-horse1' },
    }),
  },
  { what: 'users/find', ask: (email) => ({ method: 'GET', path: `${base}/find?email=${email}` }) },
  {
    what: 'password reset request',
    ask: (email) => ({ method: 'POST', path: `${base}/reset-password-request`, body: { email } }),
  },
  {
    what: 'wrong code for a password reset',
    ask: (email) => ({
      method: 'POST',
      path: `${base}/reset-password`,
      body: { email, otp: '000000', password: 'Another-horse1' },
    }),
  },
]

/** Measures whether response times reveal if an account exists. */
export async function accountRows({ kinora, plan }: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [n, question] of questions.entries())
    rows.push(await rowOf(kinora.url, await signUp(kinora.url, n, plan.accounts), n, question))
  return rows
}

/** Creates separate accounts for one measurement, because failures add up to a lock. Returns their addresses. */
async function signUp(url: string, part: number, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `known${part}-${n}@example.com`)
  for (const [n, email] of emails.entries()) {
    const body = { email, password: PASSWORD, firstName: 'Ananya', lastName: 'Rao Iyer' }
    await secondsOfAnswer(url, part * count + n, { method: 'POST', path: `${base}/signup`, body })
  }
  return emails
}

async function rowOf(url: string, known: readonly string[], part: number, { what, ask }: Question) {
  const taken: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  let asked = 0
  for (let tried = 0; tried < TRIES_AN_ACCOUNT; tried++) {
    for (const [n, email] of known.entries()) {
      // Alternates the order, so that neither kind always comes second.
      const sides = [
        ['known', email],
        ['unknown', `nobody${part}-${n}@example.com`],
      ] as const
      for (const [side, address] of (n + tried) % 2 === 0 ? sides : sides.toReversed()) {
        taken[side].push(await secondsOfAnswer(url, asked, ask(address)))
        asked += 1
      }
    }
  }
  const accuracy = guessAccuracy(taken.known, taken.unknown)
  return {
    what: `known or unknown address: ${what} (guessed from time: ${accuracy.toFixed(2)})`,
    ours: milliseconds(median(taken.known)),
    against: milliseconds(median(taken.unknown)),
    ratio: median(taken.known) / median(taken.unknown),
    aim: `guessed ≤ ${MAX_ACCURACY}`,
    isMet: accuracy <= MAX_ACCURACY,
  }
}

/** Probability that a guess from two response times is correct: the area under the ROC curve, from the rank-sum
 * test. */
function guessAccuracy(one: readonly number[], other: readonly number[]): number {
  let slower = 0
  for (const a of one) for (const b of other) slower += a > b ? 1 : a === b ? 0.5 : 0
  const share = slower / (one.length * other.length)
  return Math.max(share, 1 - share)
}

/** Changes the client address every few requests, because limits are per address. */
function secondsOfAnswer(url: string, n: number, { method, path, body }: ReturnType<Question['ask']>) {
  const number = Math.floor(n / REQUESTS_AN_ADDRESS)
  const localAddress = `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`
  const startedAt = performance.now()
  return new Promise<number>((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(url + path, { method, headers, localAddress, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === 429 || (answer.statusCode ?? 500) >= 500)
          reject(new Error(`${path} answered ${answer.statusCode}`))
        else resolve((performance.now() - startedAt) / 1000)
      })
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
