import {
  allCalls,
  alwaysGranted,
  type Call,
  type CallName,
  modules,
  type Right,
  type TokenPermission,
  unfilteredFeatures,
} from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { grantsOf, type Person, type Program, restrictGrants, type Scope } from '../auth.ts'
import { type Decision, decide } from './access.ts'

const calls = Object.entries<Call>(allCalls) as [CallName, Call][]
const environmentId = '0199a000-0000-7000-8000-00000000000a'
const elsewhere = '0199a000-0000-7000-8000-00000000000b'

const person: Person = {
  kind: 'person',
  userId: '0199a000-0000-7000-8000-000000000001',
  sessionId: '0199a000-0000-7000-8000-000000000002',
  name: 'Ananya Rao',
  email: 'ananya@example.com',
  isAdmin: false,
  isVerified: true,
  mustSetUpFactor: false,
  impersonatedBy: null,
}
const impersonator = { userId: '0199a000-0000-7000-8000-000000000003', name: 'Admin', until: new Date(0) }
const program = (permission: TokenPermission[], itsEnvironment = environmentId): Program => ({
  kind: 'token',
  tokenId: '0199a000-0000-7000-8000-000000000004',
  userId: person.userId,
  name: 'Ingest',
  environmentId: itsEnvironment,
  permission,
})

const actors = {
  'no one': null,
  'a person': person,
  'a person whose address is not confirmed': { ...person, isVerified: false },
  'a person who has to set up a second factor': { ...person, mustSetUpFactor: true },
  'an administrator': { ...person, isAdmin: true },
  'an impersonator': { ...person, impersonatedBy: impersonator },
  'a token that reads': program(['read']),
  'a token that writes': program(['write']),
  'a token that reads and writes': program(['read', 'write']),
  'a token without permission': program([]),
  'a token of another environment': program(['read', 'write'], elsewhere),
} satisfies Record<string, Person | Program | null>
type ActorName = keyof typeof actors
const actorNames = Object.keys(actors) as ActorName[]

interface Role {
  readonly name: string
  readonly permissions: string | null
  readonly givesRight: boolean
}

const everyFlag = { create: true, read: true, update: true, delete: true }

/** Roles with the right, and roles without it. Modules granted by default must be named to be revoked. */
function rolesAround([module, feature, action]: Right): Role[] {
  const text = (flags: object) => JSON.stringify({ [module]: { [feature]: flags } })
  const strong: [string, string | null][] = [
    ['everything', null],
    ['the right alone', text({ [action]: true })],
  ]
  const weak: [string, string][] = [
    ['all of the feature but the right', text({ ...everyFlag, [action]: false })],
    ['the feature without rights', text({})],
    ['the module alone', JSON.stringify({ [module]: {} })],
    ['permissions that do not parse', '{ "Videos": '],
    ['permissions of the wrong shape', JSON.stringify({ [module]: 'everything' })],
    [
      'a filter that does not parse',
      JSON.stringify({ [module]: { [feature]: everyFlag }, filter: { tag: 'x' } }),
    ],
    ['permissions that pretend to be empty', '{"__proto__":{"Videos":{}}}'],
  ]
  const others = Object.entries(modules).filter(([each]) => each !== module)
  const everythingElse = others.map(([each, features]) => [
    each,
    Object.fromEntries(features.map((name) => [name, everyFlag])),
  ])
  const optional: [string, string][] = [
    ['everything in other modules', JSON.stringify(Object.fromEntries(everythingElse))],
    ['an unknown module', JSON.stringify({ Others: { Other: { create: true, read: true } } })],
    ['a filter alone', JSON.stringify({ filter: { tags: ['x'] } })],
  ]
  const isDefault = alwaysGranted.some((each) => each === module)
  return [
    ...strong.map(([name, permissions]) => ({ name, permissions, givesRight: true })),
    ...weak.map(([name, permissions]) => ({ name, permissions, givesRight: false })),
    // Permissions that do not name a default module do not revoke it, but a filter revokes what shows more than its videos.
    ...optional.map(([name, permissions]) => ({
      name,
      permissions,
      givesRight: isDefault && !(name === 'a filter alone' && unfilteredFeatures.includes(feature)),
    })),
  ]
}

/** For calls that need no right. */
const anyRole: Role[] = [
  { name: 'everything', permissions: null, givesRight: true },
  { name: 'nothing', permissions: '{ "Videos": ', givesRight: true },
]

const isToken = (who: ActorName) => who.startsWith('a token')

type Rule = [applies: boolean, decision: Decision]

/** The first rule that applies without the tenant. It knows actors only by name. */
function rulesOfCallers(
  { caller, isSensitive, allowsUnverified, allowsWithoutFactor }: Call,
  who: ActorName,
): Rule[] {
  return [
    [caller === 'none', 'allowed'],
    [who === 'no one', 'session-missing'],
    [isToken(who) && (caller !== 'environment' || isSensitive === true), 'person-only'],
    [who === 'a person whose address is not confirmed' && !allowsUnverified, 'email-unverified'],
    [who === 'a person who has to set up a second factor' && !allowsWithoutFactor, 'second-factor-needed'],
    [caller === 'admin' && who !== 'an administrator', 'forbidden'],
  ]
}

/** The first rule that applies with the tenant. It knows roles only by their rights. */
function rulesOfTenants(call: Call, who: ActorName, role: Role, isActive: boolean): Rule[] {
  const { caller, right, isSensitive, isPersonal } = call
  const reads = right?.[2] === 'read'
  const lacksPermission =
    (who === 'a token that reads' && !reads) ||
    (who === 'a token that writes' && reads) ||
    who === 'a token without permission'
  return [
    [who === 'an impersonator' && (isSensitive === true || isPersonal === true), 'impersonating'],
    [caller === 'user' || caller === 'admin', 'allowed'],
    [who === 'a token of another environment', 'environment-mismatch'],
    [right === undefined, 'allowed'],
    [!role.givesRight || lacksPermission, 'forbidden'],
    [!isActive && !reads, 'organization-inactive'],
  ]
}

function firstOf(rules: Rule[]): Decision {
  return rules.find(([applies]) => applies)?.[1] ?? 'allowed'
}

/** The scope that identity would return. */
function scopeOf(call: Call, who: ActorName, { permissions }: Role, isActive: boolean): Scope | null {
  if (call.caller !== 'environment' && call.caller !== 'organization') return null
  const grants = grantsOf(permissions, Object.keys(modules).join(','))
  const actor = actors[who]
  return {
    organizationId: '0199a000-0000-7000-8000-00000000000c',
    organizationName: 'Deccan Television',
    organizationIsActive: isActive,
    environmentId,
    environmentName: 'Production',
    filter: null,
    grants: actor?.kind === 'token' ? restrictGrants(grants, actor.permission) : grants,
  }
}

it.each(calls)('%s accepts exactly the permitted callers', (_name, call) => {
  const wrong: unknown[] = []
  for (const role of call.right === undefined ? anyRole : rolesAround(call.right)) {
    for (const who of actorNames) {
      for (const isActive of [true, false]) {
        const decision = decide(call, actors[who], scopeOf(call, who, role, isActive))
        const right = firstOf([...rulesOfCallers(call, who), ...rulesOfTenants(call, who, role, isActive)])
        if (decision !== right) wrong.push({ who, role: role.name, isActive, decision, expected: right })
      }
    }
  }
  expect(wrong).toEqual([])
})

it.each(calls)('%s checks the kind of caller before it looks up the tenant', (_name, call) => {
  for (const who of actorNames)
    expect(decide(call, actors[who], 'unknown'), who).toBe(firstOf(rulesOfCallers(call, who)))
})

it.each(calls)('%s returns not found without a required scope', (_name, call) => {
  const needsTenant = call.caller === 'environment' || call.caller === 'organization'
  expect(decide(call, person, null)).toBe(
    needsTenant ? 'not-found' : call.caller === 'admin' ? 'forbidden' : 'allowed',
  )
})

/** Calls that must stay protected, regardless of changes in the contract. */
describe('the contract keeps', () => {
  const named = (names: CallName[]) => names.map((name): [CallName, Call] => [name, allCalls[name]])

  it.each(
    named([
      'changePassword',
      'beginSecondFactor',
      'confirmSecondFactor',
      'endSecondFactor',
      'createToken',
      'createSigningKey',
      'createWebhook',
      'rotateWebhookSecret',
      'impersonate',
    ]),
  )('%s from tokens and impersonators', (_name, call) => {
    expect(decide(call, actors['a token that reads and writes'], 'unknown')).toBe('person-only')
    const admin = { ...actors['an impersonator'], isAdmin: true }
    const scope = scopeOf(call, 'an impersonator', { name: '', permissions: null, givesRight: true }, true)
    expect(decide(call, admin, scope)).toBe('impersonating')
  })

  it.each(
    named([
      'updateUser',
      'endSession',
      'endSessions',
      'acceptInvitation',
      'changeMember',
      'removeMember',
      'inviteMember',
      'resendInvitation',
      'revokeInvitation',
      'assignRole',
      'unassignRole',
    ]),
  )('%s from impersonators', (_name, call) => {
    const scope = scopeOf(call, 'an impersonator', { name: '', permissions: null, givesRight: true }, true)
    expect(decide(call, actors['an impersonator'], scope)).toBe('impersonating')
  })

  it.each(named(['listUsers', 'impersonate', 'listOrganizations', 'setStanding']))(
    '%s for administrators',
    (_name, call) => {
      expect(decide(call, person, 'unknown')).toBe('forbidden')
    },
  )

  it('all other calls for signed-in callers; public calls are listed here', () => {
    const open = calls.filter(([, call]) => decide(call, null, 'unknown') === 'allowed')
    expect(open.map(([name]) => name).sort()).toEqual([
      'beginGoogleSignIn',
      'findUser',
      'getAnimated',
      'getAssetList',
      'getDownload',
      'getEmbed',
      'getKeptPicture',
      'getLinkedFile',
      'getMultivariantPlaylist',
      'getOEmbed',
      'getOrganizationLogo',
      'getPlayFile',
      'getSessionAds',
      'getSessionFile',
      'getSignInOptions',
      'getStoryboard',
      'getThumbnail',
      'getWatchPage',
      'getWaveform',
      'joinByInvitation',
      'readEmbed',
      'readInvitation',
      'reportAdEvents',
      'requestPasswordReset',
      'resetPassword',
      'sendBeacon',
      'sendOtp',
      'sendOtpByGet',
      'showEmbed',
      'showEmbedPicture',
      'signIn',
      'signInWithGoogle',
      'signUp',
      'unsubscribeFromReport',
      'unsubscribePage',
      'verifyOtp',
    ])
  })
})
