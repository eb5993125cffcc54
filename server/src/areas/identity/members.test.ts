import { randomUUID } from 'node:crypto'
import type { Member, Role } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../testing/client.ts'
import { type MovableClock, movableClock } from '../../testing/clock.ts'
import { linkTokenIn, mailTo } from '../../testing/mailbox.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
let clock: MovableClock
let organization: { id: string }
let roles: Role[]
beforeAll(async () => {
  clock = movableClock()
  world = await openWorld({ clock })
  organization = { id: world.owner.organizationId ?? '' }
  roles = (await world.owner.call('listRoles', { params: organization })).items
})
afterAll(() => world.end())

const roleCalled = (builtIn: string) => roles.find((role) => role.builtIn === builtIn)?.id ?? ''
const someone = () => `${randomUUID()}@example.com`
const password = 'Correct-horse1'
const names = { firstName: 'Lakshmi', lastName: 'Prasad' }

function invite(email: string, builtIn = 'viewer', who = world.owner): Promise<Member> {
  return who.call('inviteMember', { params: organization, body: { email, roleId: roleCalled(builtIn) } })
}

/** Somebody new who was invited and joined. */
async function joined(builtIn: string): Promise<{ client: Client; userId: string; email: string }> {
  const email = someone()
  await invite(email, builtIn)
  const token = linkTokenIn(await mailTo(world.kinora, email))
  const visitor = client(world.kinora.url, null, null, null)
  const session = await visitor.call('joinByInvitation', { body: { token, password, ...names } })
  const { environmentId, organizationId } = world.owner
  return {
    client: client(world.kinora.url, session.token, organizationId, environmentId),
    userId: session.user.id,
    email,
  }
}

async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error.message : String(error)
}

describe('an invitation', () => {
  it('is mailed, shows in the list, is read and joined by once, and gives the role', async () => {
    const email = someone()
    const invited = await invite(email)
    expect(invited).toMatchObject({ status: 'invite sent', email, userId: null, role: { builtIn: 'viewer' } })
    const mail = await mailTo(world.kinora, email)
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

  it('is accepted by an existing account of that address, and by no other', async () => {
    const email = someone()
    const person = await newOwner(world.kinora.url, { email })
    await invite(email.toUpperCase())
    const token = linkTokenIn(await mailTo(world.kinora, email.toUpperCase()))
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

  it('ends with its time, with being taken back, and with being sent again', async () => {
    const visitor = client(world.kinora.url, null, null, null)
    const read = (token: string) => refusal(visitor.call('readInvitation', { body: { token } }))

    const back = someone()
    const { invitationId } = await invite(back)
    const first = linkTokenIn(await mailTo(world.kinora, back))
    await world.owner.call('resendInvitation', {
      params: organization,
      body: { invitationId: invitationId ?? '' },
    })
    const second = linkTokenIn(await mailTo(world.kinora, back, 2))
    expect(await read(first)).toContain('invitation-over')
    await world.owner.call('revokeInvitation', {
      params: organization,
      query: { invitationId: invitationId ?? '' },
    })
    expect(await read(second)).toContain('invitation-over')

    const late = someone()
    await invite(late)
    const token = linkTokenIn(await mailTo(world.kinora, late))
    clock.advance(7 * 24 * 3600 + 1)
    expect(await read(token)).toContain('invitation-over')
    const { items } = await world.owner.call('listMembers', { params: organization, query: { phrase: late } })
    expect(items).toMatchObject([{ status: 'expired', email: late }])
  })

  it('keeps no secret of the link', async () => {
    const email = someone()
    await invite(email)
    const token = linkTokenIn(await mailTo(world.kinora, email))
    const stored = await world.sql('SELECT * FROM invitations WHERE email = $1', [email])
    const queued = await world.sql('SELECT data, output FROM pgboss.job')
    expect(token).toHaveLength(43)
    expect(JSON.stringify([stored, queued])).not.toContain(token)
    expect(world.kinora.logged()).not.toContain(token)
  })
})

describe('a member', () => {
  it('loses access with the next request, with the tokens they made, when removed', async () => {
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

  it('takes the invitations that they sent with them, when removed', async () => {
    const administrator = await joined('administrator')
    const email = someone()
    await invite(email, 'administrator', administrator.client)
    const token = linkTokenIn(await mailTo(world.kinora, email))
    await world.owner.call('removeMember', { params: organization, query: { userId: administrator.userId } })
    const visitor = client(world.kinora.url, null, null, null)
    expect(await refusal(visitor.call('readInvitation', { body: { token } }))).toContain('invitation-over')
  })

  it('is given nothing any more while being removed', async () => {
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

  it('finds nothing of an earlier membership when invited again', async () => {
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
    const token = linkTokenIn(await mailTo(world.kinora, developer.email, 2))
    const joinedAgain = await developer.client.call('acceptInvitation', { body: { token } })
    expect(joinedAgain.environments.map(({ role }) => role.builtIn)).toEqual(['viewer'])
    const program = client(world.kinora.url, made.secret, null, null)
    expect((await program.send('GET', '/video/api/v1/contents/paginated')).status).toBe(401)
  })

  it('may leave an inactive organisation, and remove nobody else from it', async () => {
    const person = await newOwner(world.kinora.url, { email: someone(), organization: 'Dormant' })
    const own = { id: person.organizationId ?? '' }
    const { items } = await person.call('listRoles', { params: own })
    const email = someone()
    const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
    await person.call('inviteMember', { params: own, body: { email, roleId } })
    const token = linkTokenIn(await mailTo(world.kinora, email))
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

  it('may leave; the last owner may not, nor become less', async () => {
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
    const token = linkTokenIn(await mailTo(world.kinora, email))
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

  it('of no right to do so cannot remove, invite or promote anybody', async () => {
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

  it('of another organisation is not there', async () => {
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

describe('nobody gives or takes more than they have', () => {
  const permissions = (value: object) => JSON.stringify(value)

  it('neither in a role they write, nor in one they give, nor by removing somebody stronger', async () => {
    const weak = await world.member(permissions({ Videos: { Video: { read: true } } }))
    const more = permissions({ Videos: { Video: { read: true, delete: true } } })
    const less = permissions({ Videos: { Video: { read: true } } })
    const make = (text: string | null) =>
      weak.call('createRole', {
        params: organization,
        body: { name: `Role ${randomUUID()}`, permissions: text },
      })
    expect(await refusal(make(more))).toContain('role-too-strong')
    expect(await refusal(make(null))).toContain('role-too-strong')
    const made = await make(less)
    const update = weak.call('updateRole', {
      params: { ...organization, roleId: made.id },
      body: { name: made.name, permissions: more },
    })
    expect(await refusal(update)).toContain('role-too-strong')
    expect(await refusal(invite(someone(), 'owner', weak))).toContain('role-too-strong')
    const owner = await world.owner.call('getUser', { params: { id: 'me' } })
    const remove = weak.call('removeMember', { params: organization, query: { userId: owner.id } })
    expect(await refusal(remove)).toContain('role-too-strong')
  })

  it('nor by a role for modules that are not enabled now, or that nobody knows yet', async () => {
    const who = await world.member(permissions({ Alerts: {}, 'Events and Logs': {} }))
    const make = (value: object | null) =>
      who.call('createRole', {
        params: organization,
        body: { name: `Role ${randomUUID()}`, permissions: value && permissions(value) },
      })
    await world.sql(`UPDATE organizations SET settings = '{"modules.enabled": ""}' WHERE id = $1`, [
      organization.id,
    ])
    expect(await refusal(make({ Videos: { Video: { read: true } } }))).toContain('role-too-strong')
    expect(await refusal(make(null))).toContain('role-too-strong')
    expect(await refusal(make({ Rooms: { Room: { read: true } }, 'Events and Logs': {} }))).toContain(
      'role-too-strong',
    )
    await make({ Settings: { User: { read: true } }, 'Events and Logs': {} })
    await world.sql(`UPDATE organizations SET settings = '{"modules.enabled": "Videos"}' WHERE id = $1`, [
      organization.id,
    ])
  })

  it('nor where they have less than elsewhere: what restricts somebody in an environment is not theirs to lift', async () => {
    const administrator = await joined('administrator')
    const colleague = await joined('viewer')
    const environmentId = world.owner.environmentId ?? ''
    const watching = permissions({ Videos: { Video: { read: true } } })
    const restricting = await world.owner.call('createRole', {
      params: organization,
      body: { name: `Role ${randomUUID()}`, permissions: watching },
    })
    const assign = (who: Client, userId: string, roleId: string) =>
      who.call('assignRole', { params: organization, body: { userId, environmentId, roleId } })
    await assign(world.owner, administrator.userId, restricting.id)

    const { client: restricted, userId } = administrator
    const strong = roleCalled('administrator')
    expect(await refusal(assign(restricted, userId, strong))).toContain('role-too-strong')
    expect(await refusal(assign(restricted, userId, restricting.id))).toContain('role-too-strong')
    const lift = restricted.call('unassignRole', { params: organization, query: { userId, environmentId } })
    expect(await refusal(lift)).toContain('role-too-strong')
    expect(await refusal(assign(restricted, colleague.userId, strong))).toContain('role-too-strong')
    expect(await refusal(invite(someone(), 'administrator', restricted))).toContain('role-too-strong')
    const widen = restricted.call('updateRole', {
      params: { ...organization, roleId: restricting.id },
      body: { name: restricting.name, permissions: null },
    })
    expect(await refusal(widen)).toContain('role-too-strong')
    await assign(restricted, colleague.userId, restricting.id)
  })

  it('nor by sending, replacing or taking back an invitation to a stronger role', async () => {
    const weak = await world.member(permissions({ Videos: { Video: { read: true } } }))
    const email = someone()
    const { invitationId } = await invite(email, 'developer')
    const which = { invitationId: invitationId ?? '' }
    const resend = weak.call('resendInvitation', { params: organization, body: which })
    expect(await refusal(resend)).toContain('role-too-strong')
    const revoke = weak.call('revokeInvitation', { params: organization, query: which })
    expect(await refusal(revoke)).toContain('role-too-strong')
    const less = await weak.call('createRole', {
      params: organization,
      body: { name: `Role ${randomUUID()}`, permissions: permissions({ Videos: { Video: { read: true } } }) },
    })
    const replace = weak.call('inviteMember', { params: organization, body: { email, roleId: less.id } })
    expect(await refusal(replace)).toContain('role-too-strong')
  })

  it('nor by removing somebody who is stronger in one environment', async () => {
    const weak = await world.member(permissions({ Videos: { Video: { read: true } } }))
    const viewer = await joined('viewer')
    await world.owner.call('assignRole', {
      params: organization,
      body: {
        userId: viewer.userId,
        environmentId: world.owner.environmentId ?? '',
        roleId: roleCalled('developer'),
      },
    })
    const remove = weak.call('removeMember', { params: organization, query: { userId: viewer.userId } })
    expect(await refusal(remove)).toContain('role-too-strong')
  })

  it('and only an owner makes owners', async () => {
    const administrator = await joined('administrator')
    const promote = administrator.client.call('changeMember', {
      params: organization,
      body: { userId: administrator.userId, roleId: roleCalled('owner') },
    })
    expect(await refusal(promote)).toContain('role-too-strong')
  })
})

describe('a role', () => {
  const viewing = JSON.stringify({ Videos: { Video: { read: true } } })

  async function ownRole(name = `Role ${randomUUID()}`): Promise<Role> {
    return world.owner.call('createRole', { params: organization, body: { name, permissions: viewing } })
  }

  it('holds in one environment before the one in the organisation, from the next request on', async () => {
    const person = await joined('media-team')
    const list = () => person.client.send('GET', '/video/api/v1/contents/paginated')
    const upload = () =>
      person.client.send('POST', '/video/api/v1/uploads', { body: { fileName: 'a.mp4', fileSize: 10 } })
    expect([(await list()).status, (await upload()).status]).toEqual([200, 201])
    const role = await ownRole()
    const place = { userId: person.userId, environmentId: world.owner.environmentId ?? '' }
    await world.owner.call('assignRole', { params: organization, body: { ...place, roleId: role.id } })
    expect([(await list()).status, (await upload()).status]).toEqual([200, 403])
    await world.owner.call('updateRole', {
      params: { ...organization, roleId: role.id },
      body: { name: role.name, permissions: '{"Videos":{"Video":{"create":true}}}' },
    })
    expect([(await list()).status, (await upload()).status]).toEqual([403, 201])
    await world.owner.call('unassignRole', { params: organization, query: place })
    expect([(await list()).status, (await upload()).status]).toEqual([200, 201])
  })

  it('in use says where and stays; unused it goes; a built-in one does neither', async () => {
    const role = await ownRole()
    const person = await joined('viewer')
    await world.owner.call('assignRole', {
      params: organization,
      body: { userId: person.userId, roleId: role.id, environmentId: world.owner.environmentId ?? '' },
    })
    const remove = () => world.owner.call('deleteRole', { params: { ...organization, roleId: role.id } })
    expect(await refusal(remove())).toMatch(/role-in-use.*environment Production/)
    const listed = await world.owner.call('listRoleUsers', {
      params: organization,
      query: { roleId: role.id },
    })
    expect(listed.items).toMatchObject([{ email: person.email, environmentId: world.owner.environmentId }])
    await world.owner.call('removeMember', { params: organization, query: { userId: person.userId } })
    await remove()
    const builtIn = { ...organization, roleId: roleCalled('viewer') }
    expect(await refusal(world.owner.call('deleteRole', { params: builtIn }))).toContain('role-built-in')
    const body = { name: 'Watcher', permissions: null }
    expect(await refusal(world.owner.call('updateRole', { params: builtIn, body }))).toContain(
      'role-built-in',
    )
  })

  it('is changed by many at once without a fault', async () => {
    const [one, other] = [await ownRole(), await ownRole()]
    const name = `Role ${randomUUID()}`
    const rename = (roleId: string) =>
      world.owner.send('PUT', `/services/api/v1/organizations/${organization.id}/roles/${roleId}`, {
        body: { name, permissions: viewing },
      })
    const renamed = await Promise.all([one.id, other.id, one.id, other.id].map(rename))
    expect(new Set(renamed.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const email = someone()
    const roleId = roleCalled('viewer')
    const invited = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.owner.send('POST', `/services/api/v1/organizations/${organization.id}/invite`, {
          body: { email, roleId },
        }),
      ),
    )
    expect(invited.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    const deleting = await ownRole()
    const [gone, asked] = await Promise.all([
      world.owner.send('DELETE', `/services/api/v1/organizations/${organization.id}/roles/${deleting.id}`),
      world.owner.send('POST', `/services/api/v1/organizations/${organization.id}/invite`, {
        body: { email: someone(), roleId: deleting.id },
      }),
    ])
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual([gone.status, asked.status])
  })

  it('has a name of its own, and permissions that can be read', async () => {
    const { name } = await ownRole()
    expect(await refusal(ownRole(name.toUpperCase()))).toContain('name-taken')
    const body = { name: 'Nonsense', permissions: '{"Videos":' }
    expect(await refusal(world.owner.call('createRole', { params: organization, body }))).toContain(
      'request-invalid',
    )
  })

  it('of the media team shows events and no logs', async () => {
    const team = await joined('media-team')
    expect((await team.client.send('GET', '/data/api/v1/events')).status).toBe(200)
    expect((await team.client.send('GET', '/data/api/v1/logs')).status).toBe(403)
  })

  it('is listed after the built-in ones, counted by people', async () => {
    const { items } = await world.owner.call('listRoles', { params: organization })
    expect(items.slice(0, 5).map(({ builtIn }) => builtIn)).toEqual([
      'owner',
      'administrator',
      'developer',
      'media-team',
      'viewer',
    ])
    expect(items[0]?.users).toBe(1)
  })
})

it('writes to the audit trail who did it, with before and after, for good', async () => {
  const rows = await world.sql(
    `SELECT action, actor_name, before, after FROM audit_trail WHERE organization_id = $1`,
    [organization.id],
  )
  const actions = new Set(rows.map(({ action }) => action))
  for (const action of [
    'organization.created',
    'member.invited',
    'member.joined',
    'member.removed',
    'role.created',
    'role.updated',
    'role.assigned',
    'api_token.created',
    'api_token.revoked',
  ])
    expect(actions).toContain(action)
  await expect(world.sql('DELETE FROM audit_trail')).rejects.toThrow('append-only')
  await expect(world.sql(`UPDATE audit_trail SET actor_name = 'Nobody'`)).rejects.toThrow('append-only')
})
