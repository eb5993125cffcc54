import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { secretsWithKey } from '../secrets.ts'

const [first, second, third] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer]

/** Encrypts as earlier versions did, without the name of the key. */
function encryptedBefore(key: Buffer, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

describe('stored secrets', () => {
  it('are encrypted with the first key, and decrypted with all', () => {
    const old = secretsWithKey(first).encrypt('canary')
    const both = secretsWithKey(second, first)
    expect(both.decrypt(old)).toBe('canary')
    expect(both.isCurrent(old)).toBe(false)
    const renewed = both.encrypt('canary')
    expect([renewed.startsWith(both.prefix), both.isCurrent(renewed)]).toEqual([true, true])
    expect(secretsWithKey(second).decrypt(renewed)).toBe('canary')
    expect(() => secretsWithKey(first).decrypt(renewed)).toThrow('cannot be decrypted')
    expect(() => secretsWithKey(third).decrypt(old)).toThrow('cannot be decrypted')
  })

  it('of earlier versions are decrypted too', () => {
    expect(secretsWithKey(second, first).decrypt(encryptedBefore(first, 'canary'))).toBe('canary')
  })

  it('cannot be changed', () => {
    const secrets = secretsWithKey(first)
    const bytes = Buffer.from(secrets.encrypt('canary'), 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => secrets.decrypt(changed.toString('base64'))).toThrow('cannot be decrypted')
    }
  })
})
