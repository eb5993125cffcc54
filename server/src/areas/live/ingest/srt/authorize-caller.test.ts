import { expect, it } from 'vitest'
import { countAttempts } from '../../../../platform/transport/attempts.ts'
import type { SrtHandshake } from '../../../../platform/transport/srt/handshake.ts'
import { makeKeyMessage } from '../../../../platform/transport/srt/keys.ts'
import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import { movableClock } from '../../../../testing/clock.ts'
import { authorizeCaller } from './authorize-caller.ts'

const request: SrtHandshake = {
  version: 5,
  encryptionField: 2,
  initialSequence: 1,
  type: 0xffff_ffff,
  socketId: 1,
  cookie: 1,
  receiverDelayMs: 120,
  senderDelayMs: 120,
  extension: 'request',
  streamId: 'key',
  keyMessage: Buffer.alloc(64),
}

it('blocks wrong passphrases of an address for a minute, and never the right one', async () => {
  const clock = movableClock()
  const checks = {
    attempts: countAttempts(clock),
    passphraseOf: async () => 'correct-horse-battery',
    onPublish: async () => ({ isAccepted: false, reason: 'not-started' }) as const,
  }
  const codeOf = async (address: string, keyMessage: Buffer | null = request.keyMessage) => {
    const publisher = { close: () => undefined }
    const caller = { request: { ...request, keyMessage }, address, publisher }
    const decision = await authorizeCaller(caller, checks)
    return decision.isAccepted ? null : decision.code
  }
  for (let n = 0; n < 5; n++) {
    expect(await codeOf('192.0.2.1')).toBe(SRT_REJECTIONS.wrongPassphrase)
    expect(await codeOf('192.0.2.1', null)).toBe(SRT_REJECTIONS.noPassphrase)
  }
  expect(await codeOf('192.0.2.1')).toBe(SRT_REJECTIONS.overload)
  const right = await makeKeyMessage('correct-horse-battery', 16)
  expect(await codeOf('192.0.2.1', right)).toBe(SRT_REJECTIONS.forbidden)
  expect(await codeOf('192.0.2.2')).toBe(SRT_REJECTIONS.wrongPassphrase)
  clock.advance(61)
  expect(await codeOf('192.0.2.1')).toBe(SRT_REJECTIONS.wrongPassphrase)
})
