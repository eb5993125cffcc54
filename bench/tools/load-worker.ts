import { Agent, get } from 'node:http'

/** Requests one URL continuously over many connections, and prints the result like wrk: `Requests/sec: n`. */
const [url = '', connections = '1', lengthS = '1'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const endsAt = performance.now() + Number(lengthS) * 1000
let answered = 0
let refused = 0

await Promise.all(Array.from({ length: Number(connections) }, askOn))
console.log(`Requests/sec: ${answered / Number(lengthS)}`)
if (refused > 0) console.log(`Non-2xx or 3xx responses: ${refused}`)

async function askOn(): Promise<void> {
  while (performance.now() < endsAt) {
    const status = await ask()
    if (status < 400) answered += 1
    else refused += 1
  }
}

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', reject)
  })
}
