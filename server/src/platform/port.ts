import { createServer } from 'node:net'

/** Finds out at once whether the web server will be able to listen, before anything else is started. Throws what it would. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
