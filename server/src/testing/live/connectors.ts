import type { CallOf, RequestOf, VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import type { Client } from '../client.ts'

type InputBody = Partial<RequestOf<CallOf<'createVconnectInput'>>['body']>
type DestinationBody = Partial<RequestOf<CallOf<'createVconnectDestination'>>['body']>

let made = 0

/** An SRT listener, if the body says nothing else. */
export function newInput(owner: Client, body: InputBody = {}): Promise<VconnectInput> {
  made += 1
  return owner.call('createVconnectInput', { body: { name: `Input ${made}`, kind: 'srt', ...body } })
}

/** An SRT caller, if the body says nothing else. */
export function newDestination(owner: Client, body: DestinationBody = {}): Promise<VconnectDestination> {
  made += 1
  const address = body.mode === 'listener' || body.kind === 'livestream' ? null : 'srt://127.0.0.1:9000'
  return owner.call('createVconnectDestination', {
    body: { name: `Destination ${made}`, kind: 'srt', address, ...body },
  })
}

export async function newConnect(owner: Client): Promise<VconnectConnect> {
  const { id: inputId } = await newInput(owner)
  const { id: destinationId } = await newDestination(owner)
  return owner.call('createVconnectConnect', { body: { inputId, destinationId } })
}

/** Ports for the listeners of a test, which other tests that run at once do not have. */
export function testPorts(): string {
  const from = 20_000 + (process.pid % 120) * 100
  return `${from}-${from + 99}`
}
