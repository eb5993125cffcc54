// Slow: axe examines each screen, and each is measured in three languages.
import { toggle } from '../support/actions.ts'
import { builtInRole, joinAs, newPerson, type Person } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

testScreens('settings of an organization', async () => {
  const owner = await newPerson()
  const of = (path: string, person = owner): Screen => ({ person, address: `${owner.settings}/${path}` })
  const viewer = await builtInRole(owner, 'viewer')
  const editor = await editorRole(owner)
  await revokedToken(owner)
  await owner.call('POST', '/services/api/v1/signingkeys', { product: 'video' })
  const member = await joinAs(owner, viewer)
  return [
    { person: owner, address: owner.settings },
    of('organization'),
    of('members'),
    of('members?q=nobody-like-this'),
    { ...of('members?new=true'), shown: dialogOf },
    of('roles'),
    of(`roles/${viewer}`),
    { ...of('roles?new=true'), shown: dialogOf },
    { ...of(`roles/${editor}`), act: (page) => toggle(page.getByRole('checkbox').nth(7)) },
    of('tokens?revoked=true'),
    { ...of('tokens?new=true'), shown: dialogOf },
    of('tokens', member),
    of('signing-keys'),
    { ...of('signing-keys?new=true'), shown: dialogOf },
  ]
})

testScreens('settings of an organization that has nothing yet', async () => {
  const person = await newPerson()
  return ['members', 'tokens', 'signing-keys'].map((path) => ({
    person,
    address: `${person.settings}/${path}`,
  }))
})

async function editorRole(owner: Person): Promise<string> {
  const { id } = await owner.call('POST', `/services/api/v1/organizations/${owner.organizationId}/roles`, {
    name: 'News desk editor',
    permissions: JSON.stringify({
      Videos: { Video: { read: true } },
      Settings: { User: { read: true } },
      filter: { tags: ['news'], metadata: [{ key: 'programme', value: 'Evening' }] },
    }),
  })
  return String(id)
}

async function revokedToken(owner: Person): Promise<void> {
  const tokens = '/services/api/v1/api-access-tokens'
  const { id } = await owner.call('POST', tokens, { name: 'Old website', permission: ['read', 'write'] })
  await owner.call('DELETE', `${tokens}/${id}`)
}
