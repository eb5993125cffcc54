import { createServer } from 'node:net'

/** Checks that the web server can listen, before anything else is started. Throws the error of `listen`. */
export async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
