import { randomUUID } from 'node:crypto'
import type { Role } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { type Membership, openMembership, refusal, someone } from '../../../testing/membership.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let organization: Membership['organization']
let roleCalled: Membership['roleCalled']
let invite: Membership['invite']
let joined: Membership['joined']
beforeAll(async () => {
  world = await openWorld()
  ;({ organization, roleCalled, invite, joined } = await openMembership(world))
})
afterAll(() => world.end())

describe('members cannot give or remove rights that they lack', () => {
  const permissions = (value: object) => JSON.stringify(value)

  it('in a role that they edit or assign, or by removing a member with more rights', async () => {
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

  it('without the filter that limits their own videos', async () => {
    const videos = { Videos: { Video: { read: true } } }
    const limited = await world.member(permissions({ ...videos, filter: { tags: ['news', 'sports'] } }))
    const make = (value: object) =>
      limited.call('createRole', {
        params: organization,
        body: { name: `Role ${randomUUID()}`, permissions: permissions(value) },
      })
    expect(await refusal(make(videos))).toContain('role-too-strong')
    expect(await refusal(make({ ...videos, filter: { tags: ['weather'] } }))).toContain('role-too-strong')
    await make({ ...videos, filter: { tags: ['news'] } })
    expect(await refusal(make({ ...videos, filter: { tag: 'news' } }))).toContain('request-invalid')
  })

  it('with a role for modules that are disabled or unknown', async () => {
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

  it('in an environment where they have fewer rights, or by lifting a restriction there', async () => {
    const administrator = await joined('administrator')
    const colleague = await joined('viewer')
    const environmentId = world.owner.environmentId ?? ''
    const watching = permissions({
      Videos: { Video: { read: true }, 'Social Publish': { read: true } },
      DAM: { Folder: { read: true } },
      Livestreams: { Livestream: { read: true } },
      Liverecordings: { Recording: { read: true } },
      'Ad Insertion': { Channel: { read: true }, Campaign: { read: true } },
      Alerts: { Alert: { read: true } },
      Analytics: { Views: { read: true }, Report: { read: true } },
      'Adv Analytics': { Performance: { read: true }, 'Video Analytics': { read: true } },
      'Portrait Pro': { Portrait: { read: true } },
      'V-Connect': { Connector: { read: true } },
    })
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

  it('by sending, replacing or withdrawing an invitation to a stronger role', async () => {
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

  it('by removing a member with more rights in one environment', async () => {
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

  it('and only owners make owners', async () => {
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

  it('of an environment overrides that of the organization, from the next request', async () => {
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

  it('has Settings in full, unless its permissions name them', async () => {
    const renames = async (permissions: string) => {
      const body = { name: `Role ${randomUUID()}`, permissions }
      const role = await world.owner.call('createRole', { params: organization, body })
      expect(role.permissions).toBe(permissions)
      const person = await joined('viewer')
      const change = { userId: person.userId, roleId: role.id }
      await world.owner.call('changeMember', { params: organization, body: change })
      const path = `/services/api/v1/organizations/${organization.id}`
      return (await person.client.send('PUT', path, { body: { name: `Desk ${role.name}` } })).status
    }
    expect(await renames('{"Videos":{"Video":{"read":true}}}')).toBe(200)
    expect(await renames('{"Videos":{},"Settings":{"User":{"read":true}}}')).toBe(403)
  })

  it('can be deleted unless it is in use or built-in', async () => {
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

  it('can be changed concurrently', async () => {
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

  it('has a unique name and valid permissions', async () => {
    const { name } = await ownRole()
    expect(await refusal(ownRole(name.toUpperCase()))).toContain('name-taken')
    const body = { name: 'Nonsense', permissions: '{"Videos":' }
    expect(await refusal(world.owner.call('createRole', { params: organization, body }))).toContain(
      'request-invalid',
    )
  })

  it('of the media team can read events but not logs', async () => {
    const team = await joined('media-team')
    expect((await team.client.send('GET', '/data/api/v1/events')).status).toBe(200)
    expect((await team.client.send('GET', '/data/api/v1/logs')).status).toBe(403)
  })

  it('is listed after the built-in ones, with its number of members', async () => {
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

it('keeps audit entries with author, old and new values after deletions', async () => {
  const { userId } = await joined('viewer')
  const made = await world.owner.call('createToken', { body: { name: 'Ingest', permission: ['read'] } })
  await world.owner.call('revokeToken', { params: { id: made.id } })
  await world.owner.call('removeMember', { params: organization, query: { userId } })
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
