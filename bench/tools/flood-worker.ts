import { constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FloodRequest } from './flood.ts'

/** Sends the requests of its input in turn without end, many at once, until it is killed. Clients are on other machines: this one
 * takes no processor from the server. */
setPriority(constants.priority.PRIORITY_LOW)
const [atOnce = '1'] = process.argv.slice(2)
const requests = (await json(process.stdin)) as readonly FloodRequest[]
let asked = 0

await Promise.all(Array.from({ length: Number(atOnce) }, askOn))

async function askOn(): Promise<never> {
  for (;;) {
    const n = asked
    asked += 1
    const request = requests[n % requests.length]
    // Refused requests count as answered: it asks again at once.
    if (request) await ask(request, n).catch(() => pause(1))
    if (asked === Number(atOnce) * 2) process.stdout.write('begun\n')
  }
}

async function ask({ url, method = 'GET', headers, body, ends }: FloodRequest, n: number): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{n}', String(n % 256))]),
    ),
    ...(body !== undefined && { body }),
  })
  await response.arrayBuffer()
  const location = response.headers.get('location')
  if (ends === true && location !== null) await fetch(location, { method: 'DELETE' })
}
