import { describe, expect, it } from 'vitest'
import { envText, fileNameOf, pemOf } from './secret-files'

describe('the .env of a token', () => {
  it('has the URL, the id and the secret on separate lines', () => {
    const text = envText({ url: 'https://kinora.example', id: '0199a000', secret: 'kin_abc-_9' })
    expect(text).toBe(
      'KINORA_URL=https://kinora.example\nKINORA_TOKEN_ID=0199a000\nKINORA_TOKEN_SECRET=kin_abc-_9\n',
    )
  })

  it.each([
    ['Newsroom publisher', 'newsroom-publisher.env'],
    ['  ../../etc/passwd  ', 'etc-passwd.env'],
    ['समाचार कक्ष', 'समाचार-कक्ष.env'],
    ['غرفة الأخبار', 'غرفة-الأخبار.env'],
    ['***', 'kinora.env'],
    ['a'.repeat(200), `${'a'.repeat(60)}.env`],
  ])('is named after the token %s', (name, fileName) => {
    expect(fileNameOf(name, 'env')).toBe(fileName)
  })
})

it('decodes the private key into a PEM file', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQ==\n-----END PRIVATE KEY-----\n'
  expect(pemOf(btoa(pem))).toBe(pem)
})
