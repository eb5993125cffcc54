import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client } from '../../../testing/client.ts'
import { startTestKinora } from '../../../testing/kinora.ts'
import { codeIn } from '../../../testing/mailbox.ts'

const letters: string[] = []
let failures = 1
let server: SMTPServer
let address: string
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'kinora' && password === 'p@ss' ? done(null, { user: 'kinora' }) : done(new Error('no')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        failures -= 1
        if (failures >= 0) return done(new Error('try again later'))
        letters.push(Buffer.concat(chunks).toString().replaceAll('\r\n', '\n'))
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  address = `smtp://kinora:p%40ss@127.0.0.1:${(listening.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

it("sends mail by SMTP in the recipient's language, as HTML and text, even if the server refuses at first", async () => {
  const kinora = await startTestKinora({ env: { SMTP_URL: address, MAIL_FROM: 'Desk <desk@example.com>' } })
  const guest = client(kinora.url, null, null, null)
  const names = { firstName: 'Lakshmi', lastName: 'Prasad' }
  const body = { email: 'reader@example.com', password: 'Correct-horse1', ...names, language: 'te' as const }
  // With a mail server, addresses must be confirmed by default.
  const { challenge, ...session } = await guest.call('signUp', { body })
  expect(session).toEqual({ token: null, user: null })
  await expect.poll(() => letters.length).toBe(1)
  const [letter = ''] = letters
  expect(letter).toMatch(/^From: Desk <desk@example.com>$/m)
  expect(letter).toMatch(/^To: reader@example.com$/m)
  expect(letter).toContain('multipart/alternative')
  expect(letter).toContain('text/html')
  expect(letter).toContain('lang=3D"te"')
  await guest.call('verifyOtp', {
    body: { email: body.email, challenge: challenge ?? '', otp: codeIn(letter) },
  })

  const { email, password } = body
  const { token } = await guest.call('signIn', { body: { email, password } })
  const owner = client(kinora.url, token, null, null)
  const { id } = await owner.call('createOrganization', { body: { name: 'Deccan Television' } })
  const { items } = await owner.call('listRoles', { params: { id } })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const invitation = { email: 'colleague@example.com', roleId }
  const invited = await owner.call('inviteMember', { params: { id }, body: invitation })
  expect(invited).toMatchObject({ emailSent: true, link: null })
  await expect.poll(() => letters.length).toBe(2)
  expect(letters[1]).toMatch(/^To: colleague@example.com$/m)
  expect(kinora.logged()).not.toContain('p@ss')
  expect(kinora.logged()).not.toContain('p%40ss')
  await kinora.stop()
})

it('sends nothing without encryption to another machine, unless that is allowed', async () => {
  // This address is not loopback by its name.
  const elsewhere = address.replace('127.0.0.1', '0.0.0.0')
  const names = { firstName: 'Lakshmi', lastName: 'Prasad' }
  const body = { password: 'Correct-horse1', ...names }
  const before = letters.length
  const strict = await startTestKinora({ env: { SMTP_URL: elsewhere } })
  const open = await startTestKinora({ env: { SMTP_URL: elsewhere, ALLOW_PLAINTEXT: 'SMTP_URL' } })
  const signUp = ({ url }: { url: string }, email: string) =>
    client(url, null, null, null).call('signUp', { body: { ...body, email } })
  await signUp(strict, 'strict@example.com')
  await expect.poll(() => strict.logged()).toMatch(/STARTTLS/i)
  await signUp(open, 'open@example.com')
  await expect.poll(() => letters.length).toBe(before + 1)
  expect(letters.at(-1)).toMatch(/^To: open@example.com$/m)
  await strict.stop()
  await open.stop()
})
