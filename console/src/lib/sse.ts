interface SseMessage {
  readonly type: string
  readonly data: string
  readonly id: string | undefined
}

/** Longer lines cannot come from our server. */
const maxBufferedChars = 1_000_000

/** Parses a `text/event-stream` body (WHATWG HTML, section 9.2.6). Calls `heard` for every chunk, comments included. */
export async function* readMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
): AsyncGenerator<SseMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    buffer = (buffer + value).replace(/\r\n?/g, '\n')
    if (buffer.length > maxBufferedChars) throw new Error('event too long')
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const message = parseBlock(block)
      if (message) yield message
    }
  }
}

function parseBlock(block: string): SseMessage | undefined {
  let type = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]+)(?::[ ]?(.*))?$/.exec(line) ?? []
    if (field === 'event') type = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { type, data: data.join('\n'), id } : undefined
}
