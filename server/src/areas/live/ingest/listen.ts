/** A port of a live node. */
interface NodePort {
  readonly protocol: string
  readonly port: number
  /** The setting with the port. */
  readonly setting: string
}

/** Starts a server. @throws an error that names the setting to change, if the port cannot be used */
export async function listenOn<T>(node: NodePort, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const text = explain(node, error)
    throw text === null ? error : new Error(text, { cause: error })
  }
}

function explain({ protocol, port, setting }: NodePort, error: unknown): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return `Port ${port} for ${protocol} is taken. Stop what uses it, or start with ${setting}=another.`
    case 'EACCES':
      return `Port ${port} for ${protocol} may not be used by this user. Start with ${setting}=another.`
    case 'EADDRNOTAVAIL':
      return 'HOST is no address of this machine.'
    default:
      return null
  }
}
