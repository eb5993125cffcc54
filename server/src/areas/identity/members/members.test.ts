import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, newOwner } from '../../../testing/client.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { emailTo, linkTokenIn } from '../../../testing/mailbox.ts'
import {
  type Membership,
  names,
  openMembership,
  password,
  refusal,
  someone,
} from '../../../testing/membership.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let clock: MovableClock
let world: World
let organization: Membership['organization']
let roleCalled: Membership['roleCalled']
let invite: Membership['invite']
let joined: Membership['joined']
beforeAll(async () => {
  clock = movableClock()
  world = await openWorld({ clock })
  ;({ organization, roleCalled, invite, joined } = await openMembership(world))
})
afterAll(() => world.end())

describe('an invitation', () => {
  it('is emailed, listed, accepted once, and gives the role', async () => {
    const email = someone()
    const invited = await invite(email)
    expect(invited).toMatchObject({ status: 'invite sent', email, userId: null, role: { builtIn: 'viewer' } })
    const mail = await emailTo(world.kinora, email)
    expect(mail).toContain('Subject: Ananya Rao Iyer invites you to Deccan Television')
    const token = linkTokenIn(mail)
    const visitor = client(world.kinora.url, null, null, null)
    expect(await visitor.call('readInvitation', { body: { token } })).toMatchObject({
      organization: { name: 'Deccan Television' },
      email,
      hasAccount: false,
    })
    const { user } = await visitor.call('joinByInvitation', { body: { token, password, ...names } })
    expect(user).toMatchObject({ email, isVerified: true })
    expect(user.organizations.map(({ name, role }) => [name, role.builtIn])).toEqual([
      ['Deccan Television', 'viewer'],
    ])
    for (const again of ['readInvitation', 'joinByInvitation'] as const) {
      const asked = visitor.call(again, { body: { token, password, ...names } })
      expect(await refusal(asked)).toContain('invitation-over')
    }
    const { items } = await world.owner.call('listMembers', {
      params: organization,
      query: { phrase: email },
    })
    expect(items).toMatchObject([{ status: 'joined', email, name: 'Lakshmi Prasad', invitationId: null }])
  })

  it('is accepted only by the account of its email', async () => {
    const email = someone()
    const person = await newOwner(world.kinora.url, { email })
    await invite(email.toUpperCase())
    const token = linkTokenIn(await emailTo(world.kinora, email.toUpperCase()))
    expect(await person.call('readInvitation', { body: { token } })).toMatchObject({ hasAccount: true })
    expect(await refusal(world.stranger.call('acceptInvitation', { body: { token } }))).toContain(
      'invitation-other',
    )
    expect(await person.call('acceptInvitation', { body: { token } })).toMatchObject({
      id: organization.id,
      role: { builtIn: 'viewer' },
    })
    expect(await refusal(invite(email))).toContain('member-exists')
  })

  it('becomes invalid when it expires, is withdrawn or is sent again', async () => {
    const visitor = client(world.kinora.url, null, null, null)
    const read = (token: string) => refusal(visitor.call('readInvitation', { body: { token } }))

    const back = someone()
    const { invitationId } = await invite(back)
    const first = linkTokenIn(await emailTo(world.kinora, back))
    await world.owner.call('resendInvitation', {
      params: organization,
      body: { invitationId: invitationId ?? '' },
    })
    const second = linkTokenIn(await emailTo(world.kinora, back, 2))
    expect(await read(first)).toContain('invitation-over')
    await world.owner.call('revokeInvitation', {
      params: organization,
      query: { invitationId: invitationId ?? '' },
    })
    expect(await read(second)).toContain('invitation-over')

    const late = someone()
    await invite(late)
    const token = linkTokenIn(await emailTo(world.kinora, late))
    clock.advance(7 * 24 * 3600 + 1)
    expect(await read(token)).toContain('invitation-over')
    const { items } = await world.owner.call('listMembers', { params: organization, query: { phrase: late } })
    expect(items).toMatchObject([{ status: 'expired', email: late }])
  })

  it('without a mail server returns the link once to the inviter', async () => {
    const email = someone()
    const visitor = client(world.kinora.url, null, null, null)
    const read = (link: string | null) =>
      visitor.call('readInvitation', { body: { token: link?.split('#token=')[1] ?? '' } })
    const first = await invite(email)
    expect(first.emailSent).toBe(false)
    expect(await read(first.link)).toMatchObject({ email })
    const again = await world.owner.call('resendInvitation', {
      params: organization,
      body: { invitationId: first.invitationId ?? '' },
    })
    expect(again.emailSent).toBe(false)
    expect(await refusal(read(first.link))).toContain('invitation-over')
    expect(await read(again.link)).toMatchObject({ email })
    const { items } = await world.owner.call('listMembers', {
      params: organization,
      query: { phrase: email },
    })
    expect(items[0]).not.toHaveProperty('link')
  })

  it('does not store the secret of its link', async () => {
    const email = someone()
    const { link } = await invite(email)
    const token = linkTokenIn(await emailTo(world.kinora, email))
    expect(link).toContain(token)
    const stored = await world.sql('SELECT * FROM invitations WHERE email = $1', [email])
    const queued = await world.sql('SELECT data, output FROM pgboss.job')
    expect(token).toHaveLength(43)
    expect(JSON.stringify([stored, queued])).not.toContain(token)
    const kept = await world.sql('SELECT l::text FROM request_logs AS l')
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(world.kinora.logged()).not.toContain(token)
  })
})

describe('a member', () => {
  it('without rights sees only the names of owners and administrators', async () => {
    const [{ client: reader }] = [await joined('viewer'), await joined('administrator')]
    const { items } = await reader.call('listAdministrators', { params: organization })
    expect(items[0]).toEqual({ name: 'Ananya Rao Iyer', role: expect.objectContaining({ builtIn: 'owner' }) })
    expect(new Set(items.slice(1).map(({ role }) => role.builtIn))).toEqual(new Set(['administrator']))
    expect(await refusal(world.stranger.call('listAdministrators', { params: organization }))).toContain(
      'not-found',
    )
  })

  it('loses access and API tokens with the next request after removal', async () => {
    const developer = await joined('developer')
    const token = await developer.client.call('createToken', {
      body: { name: 'Ingest', permission: ['read'] },
    })
    const program = client(world.kinora.url, token.secret, null, null)
    expect((await program.send('GET', '/video/api/v1/contents/paginated')).status).toBe(200)
    await world.owner.call('removeMember', { params: organization, query: { userId: developer.userId } })
    expect((await developer.client.send('GET', '/video/api/v1/contents/paginated')).status).toBe(404)
    expect((await program.send('GET', '/video/api/v1/contents/paginated')).status).toBe(401)
    const me = await developer.client.call('getUser', { params: { id: 'me' } })
    expect(me.organizations).toEqual([])
  })

  it('loses their pending invitations when removed', async () => {
    const administrator = await joined('administrator')
    const email = someone()
    await invite(email, 'administrator', administrator.client)
    const token = linkTokenIn(await emailTo(world.kinora, email))
    await world.owner.call('removeMember', { params: organization, query: { userId: administrator.userId } })
    const visitor = client(world.kinora.url, null, null, null)
    expect(await refusal(visitor.call('readInvitation', { body: { token } }))).toContain('invitation-over')
  })

  it('can be given nothing while being removed', async () => {
    const developer = await joined('developer')
    const gone = 'DELETE FROM members WHERE user_id = $1 AND organization_id = $2'
    const removal = await world.hold(gone, [developer.userId, organization.id])
    const making = developer.client.send('POST', '/services/api/v1/api-access-tokens', {
      body: { name: 'Late', permission: ['read'] },
    })
    await removal.releaseOnceAwaited()
    expect((await making).status).toBe(404)

    const viewer = await joined('viewer')
    const changing = await world.hold(
      `WITH locked AS (SELECT id FROM organizations WHERE id = $2 FOR UPDATE)
       DELETE FROM members USING locked WHERE user_id = $1 AND organization_id = locked.id`,
      [viewer.userId, organization.id],
    )
    const assigning = refusal(
      world.owner.call('assignRole', {
        params: organization,
        body: {
          userId: viewer.userId,
          environmentId: world.owner.environmentId ?? '',
          roleId: roleCalled('developer'),
        },
      }),
    )
    await changing.releaseOnceAwaited()
    expect(await assigning).toContain('not-found')
  })

  it('starts without tokens and roles of an earlier membership when invited again', async () => {
    const developer = await joined('developer')
    const made = await developer.client.call('createToken', { body: { name: 'Old', permission: ['read'] } })
    await world.sql('INSERT INTO environment_roles (environment_id, user_id, role_id) VALUES ($1, $2, $3)', [
      world.owner.environmentId,
      developer.userId,
      roleCalled('administrator'),
    ])
    await world.sql('DELETE FROM members WHERE user_id = $1 AND organization_id = $2', [
      developer.userId,
      organization.id,
    ])
    await invite(developer.email, 'viewer')
    const token = linkTokenIn(await emailTo(world.kinora, developer.email, 2))
    const joinedAgain = await developer.client.call('acceptInvitation', { body: { token } })
    expect(joinedAgain.environments.map(({ role }) => role.builtIn)).toEqual(['viewer'])
    const program = client(world.kinora.url, made.secret, null, null)
    expect((await program.send('GET', '/video/api/v1/contents/paginated')).status).toBe(401)
  })

  it('may leave an inactive organization, but not remove others', async () => {
    const person = await newOwner(world.kinora.url, { email: someone(), organization: 'Dormant' })
    const own = { id: person.organizationId ?? '' }
    const { items } = await person.call('listRoles', { params: own })
    const email = someone()
    const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
    await person.call('inviteMember', { params: own, body: { email, roleId } })
    const token = linkTokenIn(await emailTo(world.kinora, email))
    const visitor = client(world.kinora.url, null, null, null)
    const session = await visitor.call('joinByInvitation', { body: { token, password, ...names } })
    await world.sql('UPDATE organizations SET is_active = false WHERE id = $1', [own.id])
    const query = { userId: session.user.id }
    expect(await refusal(person.call('removeMember', { params: own, query }))).toContain(
      'organization-inactive',
    )
    const viewer = client(world.kinora.url, session.token, own.id, null)
    await viewer.call('removeMember', { params: own, query })
  })

  it('may leave, but the last owner may neither leave nor change role', async () => {
    const viewer = await joined('viewer')
    await viewer.client.call('removeMember', { params: organization, query: { userId: viewer.userId } })
    const owner = await world.owner.call('getUser', { params: { id: 'me' } })
    const leaving = world.owner.call('removeMember', { params: organization, query: { userId: owner.id } })
    expect(await refusal(leaving)).toContain('last-owner')
    const lessening = world.owner.call('changeMember', {
      params: organization,
      body: { userId: owner.id, roleId: roleCalled('viewer') },
    })
    expect(await refusal(lessening)).toContain('last-owner')
  })

  it('is left with one owner when two owners leave at once', async () => {
    const person = await newOwner(world.kinora.url, { email: someone(), organization: 'Two heads' })
    const own = { id: person.organizationId ?? '' }
    const { items } = await person.call('listRoles', { params: own })
    const roleId = items.find(({ builtIn }) => builtIn === 'owner')?.id ?? ''
    const email = someone()
    await person.call('inviteMember', { params: own, body: { email, roleId } })
    const token = linkTokenIn(await emailTo(world.kinora, email))
    const visitor = client(world.kinora.url, null, null, null)
    const second = await visitor.call('joinByInvitation', { body: { token, password, ...names } })
    const other = client(world.kinora.url, second.token, own.id, null)
    const me = await person.call('getUser', { params: { id: 'me' } })
    const answers = await Promise.allSettled([
      person.call('removeMember', { params: own, query: { userId: me.id } }),
      other.call('removeMember', { params: own, query: { userId: second.user.id } }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('without rights cannot remove, invite or promote members', async () => {
    const viewer = await joined('viewer')
    const team = await joined('media-team')
    const remove = viewer.client.call('removeMember', {
      params: organization,
      query: { userId: team.userId },
    })
    expect(await refusal(remove)).toContain('forbidden')
    expect(await refusal(invite(someone(), 'viewer', viewer.client))).toContain('forbidden')
    const promote = viewer.client.call('changeMember', {
      params: organization,
      body: { userId: viewer.userId, roleId: roleCalled('owner') },
    })
    expect(await refusal(promote)).toContain('forbidden')
  })

  it('of another organization is not found', async () => {
    const me = await world.stranger.call('getUser', { params: { id: 'me' } })
    const change = world.owner.call('changeMember', {
      params: organization,
      body: { userId: me.id, roleId: roleCalled('viewer') },
    })
    expect(await refusal(change)).toContain('not-found')
    const remove = world.owner.call('removeMember', { params: organization, query: { userId: me.id } })
    expect(await refusal(remove)).toContain('not-found')
    const theirs = await world.stranger.call('listRoles', {
      params: { id: world.stranger.organizationId ?? '' },
    })
    const foreign = { email: someone(), roleId: theirs.items[0]?.id ?? '' }
    expect(
      await refusal(world.owner.call('inviteMember', { params: organization, body: foreign })),
    ).toContain('not-found')
  })
})
