import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client } from '../../../testing/client.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { codeIn, emailsOf, emailTo } from '../../../testing/mailbox.ts'

let strict: TestKinora
let clock: MovableClock
beforeAll(async () => {
  clock = movableClock()
  // Passwords take so long to hash that a missing hash shows.
  const slow = { PASSWORD_MEMORY_KIB: '32768', PASSWORD_PASSES: '4' }
  strict = await startTestKinora({ clock, env: { VERIFY_EMAIL: 'true', ...slow } })
})
afterAll(() => strict.stop())

const password = 'Correct-horse1'
const names = { firstName: 'Ananya', lastName: 'Rao' }
const me = { params: { id: 'me' } }
const visitor = () => client(strict.url, null, null, null)
const as = (token: string | null) => client(strict.url, token, null, null)
const post = (path: string, body: object) =>
  visitor().send('POST', `/services/api/v1/users/${path}`, { body })
const signUp = (email: string, given: object = {}) => post('signup', { email, password, ...names, ...given })
const expectProblem = (answer: { body: unknown }, id: string) =>
  expect(answer.body).toMatchObject({ type: `/problems/${id}` })

const challengeIn = ({ body }: { body: unknown }) => String(Reflect.get(Object(body), 'challenge'))

async function signIn(email: string, typed = password): Promise<Client> {
  return as((await visitor().call('signIn', { body: { email, password: typed } })).token)
}

/** Signs up and confirms the address. */
async function confirmedAccount(email: string): Promise<void> {
  const challenge = challengeIn(await signUp(email))
  const otp = codeIn(await emailTo(strict, email))
  await visitor().call('verifyOtp', { body: { email, challenge, otp, password } })
}

const emailsTo = async (email: string) =>
  (await emailsOf(strict)).filter((mail) => mail.includes(`To: ${email}`))

describe('with email verification', () => {
  it('an unverified account can only verify its email', async () => {
    const email = 'new@example.com'
    const signedUp = await signUp(email, { language: 'ar' })
    const challenge = challengeIn(signedUp)
    expect(signedUp).toMatchObject({
      status: 201,
      body: { token: null, user: null },
    })
    const person = await signIn(email)
    expect(await person.call('getUser', me)).toMatchObject({
      status: 'unverified',
      isVerified: false,
      mustVerify: true,
    })
    const make = () =>
      person.send('POST', '/services/api/v1/organizations/create', { body: { name: 'Desk' } })
    expectProblem(await make(), 'email-unverified')
    const mail = await emailTo(strict, email)
    expect(mail).toContain('dir=3D"rtl"')
    const wrong = codeIn(mail) === '123456' ? '654321' : '123456'
    expectProblem(await post('verify-otp', { email, challenge, otp: wrong }), 'otp-wrong')
    await visitor().call('verifyOtp', { body: { email, challenge, otp: codeIn(mail) } })
    expect(await person.call('getUser', me)).toMatchObject({
      status: 'active',
      isVerified: true,
      mustVerify: false,
    })
    expect((await make()).status).toBe(201)
  })

  it('sign-up does not show whether an account exists; an email informs its owner, at most once an hour', async () => {
    const email = 'owner@example.com'
    await confirmedAccount(email)
    const [known, unknown] = [await signUp(email.toUpperCase()), await signUp('nobody-yet@example.com')]
    const challenge = expect.stringMatching(/^[\w-]{32}$/)
    const answer = { status: 201, body: { token: null, user: null, challenge } }
    expect([known, unknown]).toEqual([expect.objectContaining(answer), expect.objectContaining(answer)])
    const headers = ({ headers }: typeof known) => [...headers.keys()]
    expect(headers(known)).toEqual(headers(unknown))
    const notice = await emailTo(strict, email, 2)
    expect(notice).toContain('Someone tried to sign up with your email address')
    expect(notice).toContain(`${strict.url.replace(/:\d+$/, '')}:`)
    expect(codeIn(notice)).toBe('')

    const again = async (count: number) => {
      await signUp(email)
      // The emails of a queue are sent in order.
      const after = `after-${count}@example.com`
      await signUp(after)
      await emailTo(strict, after)
      return (await emailsTo(email)).length
    }
    expect(await again(1)).toBe(2)
    clock.advance(3601)
    await signUp(email)
    await emailTo(strict, email, 3)
    expect((await (await signIn(email)).call('getUser', me)).firstName).toBe(names.firstName)
  })

  it('sign-up takes as long for an existing account', async () => {
    const email = 'timed@example.com'
    await confirmedAccount(email)
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const time = async (address: string) => {
      const startedAt = performance.now()
      await signUp(address)
      return performance.now() - startedAt
    }
    // In turns, so that other work on the machine slows both. One quiet moment for each is enough.
    for (let n = 0; n < 4 || (n < 24 && known <= unknown / 2); n++) {
      known = Math.min(known, await time(email))
      unknown = Math.min(unknown, await time(`timed-${n}@example.com`))
    }
    expect(known).toBeGreaterThan(unknown / 2)
  })

  it('an account belongs to the person who verifies the email, not to an earlier one who did not', async () => {
    const email = 'victim@example.com'
    await signUp(email, { password: 'Attacker-horse9' })
    const impostor = await signIn(email, 'Attacker-horse9')
    const signedUp = await signUp(email)
    expect(signedUp.status).toBe(201)
    const otp = codeIn(await emailTo(strict, email, 2))
    const challenge = challengeIn(signedUp)
    await visitor().call('verifyOtp', { body: { email, challenge, otp, password } })
    expect((await impostor.send('GET', '/services/api/v1/users/me')).status).toBe(401)
    expectProblem(await post('authenticate', { email, password: 'Attacker-horse9' }), 'credentials-wrong')
    const owner = await signIn(email)
    const { secret } = await owner.call('beginSecondFactor', { ...me, body: { password } })
    // No code expires on its way.
    clock.freeze()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    })
    expect((await owner.call('confirmSecondFactor', { ...me, body: { code } })).recoveryCodes).toHaveLength(
      10,
    )
  })
})

it('without email verification, sign-up reports an existing account', async () => {
  const open = await startTestKinora()
  const sign = () =>
    client(open.url, null, null, null).try('signUp', { body: { email: 'a@example.com', password, ...names } })
  expect(await sign()).toMatchObject({ status: 201, body: { user: { email: 'a@example.com' } } })
  expectProblem(await sign(), 'email-taken')
  await open.stop()
})
