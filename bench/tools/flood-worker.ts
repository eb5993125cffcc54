import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Requests URLs in turn without end, over many connections and from one address, until it is killed. It is a process of its own,
 * because a client that reads so much answers late itself. */
const [connections = '1', ...urls] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const headers = { 'x-forwarded-for': '10.9.0.1', 'accept-encoding': 'gzip' }
let asked = 0

await Promise.all(Array.from({ length: Number(connections) }, askOn))

async function askOn(): Promise<never> {
  for (;;) {
    const url = urls[asked % urls.length] ?? ''
    asked += 1
    // Refused requests count as answered: it asks again at once.
    await ask(url).catch(() => pause(1))
    if (asked === Number(connections) * 2) process.stdout.write('begun\n')
  }
}

function ask(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('error', reject).once('end', resolve)
    }).once('error', reject)
  })
}
