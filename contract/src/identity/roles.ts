import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { permissions } from '../permissions.ts'
import { profileBase as base, roleName } from './people.ts'

/** Permissions as JSON text: module, then feature, then flags. Null is full rights on every enabled module. */
export const permissionsText = z.nullable(
  z.string().check(z.maxLength(20_000), z.refine(readsAsPermissions, messages.permissions)),
)

function readsAsPermissions(text: string): boolean {
  try {
    return permissions.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

export const role = z.object({
  ...roleName.shape,
  permissions: z.nullable(z.string()),
  /** How many hold it, in the organisation or in one of its environments. */
  users: z.number(),
  createdAt: time,
})
export type Role = z.infer<typeof role>

export const roleBody = z.object({ name, permissions: permissionsText })

const roleParams = z.object({ ...idParams.shape, roleId: uuid })
const roleUser = z.object({
  userId: uuid,
  name: z.string(),
  email: z.string(),
  role: roleName,
  /** Null where the role holds in the whole organisation. */
  environmentId: z.nullable(uuid),
})
export type RoleUser = z.infer<typeof roleUser>

export const roleCalls = {
  listRoles: call({
    method: 'GET',
    path: `${base}/organizations/:id/roles`,
    summary: "The organisation's roles: the built-in ones, then its own by name.",
    caller: 'organization',
    right: ['Settings', 'Role', 'read'],
    params: idParams,
    answer: z.object({ items: z.array(role) }),
    kind: 'json',
    status: 200,
  }),
  createRole: call({
    method: 'POST',
    path: `${base}/organizations/:id/roles`,
    summary: 'Make a role. Nobody can give more rights than they have.',
    caller: 'organization',
    right: ['Settings', 'Role', 'create'],
    params: idParams,
    body: roleBody,
    answer: role,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'role-too-strong', 'limit-reached'],
  }),
  updateRole: call({
    method: 'PUT',
    path: `${base}/organizations/:id/roles/:roleId`,
    summary: 'Change a role of the organisation; it holds from the next request on.',
    caller: 'organization',
    right: ['Settings', 'Role', 'update'],
    params: roleParams,
    body: roleBody,
    answer: role,
    kind: 'json',
    status: 200,
    problems: ['name-taken', 'role-built-in', 'role-too-strong'],
  }),
  deleteRole: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/roles/:roleId`,
    summary: 'Delete a role that nobody holds; one in use says where.',
    caller: 'organization',
    right: ['Settings', 'Role', 'delete'],
    params: roleParams,
    kind: 'empty',
    status: 204,
    problems: ['role-built-in', 'role-in-use'],
  }),
  listRoleUsers: call({
    method: 'GET',
    path: `${base}/organizations/:id/roles/users`,
    summary: 'Who holds which role, in the organisation and in its environments.',
    caller: 'organization',
    right: ['Settings', 'Role', 'read'],
    params: idParams,
    query: z.object({ roleId: z.optional(uuid) }),
    answer: z.object({ items: z.array(roleUser) }),
    kind: 'json',
    status: 200,
  }),
  assignRole: call({
    method: 'POST',
    path: `${base}/organizations/:id/roles/users`,
    summary: 'Give a member a role that holds in one environment.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'Role', 'update'],
    params: idParams,
    body: z.object({ userId: uuid, roleId: uuid, environmentId: uuid }),
    answer: roleUser,
    kind: 'json',
    status: 200,
    problems: ['role-too-strong'],
  }),
  unassignRole: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/roles/users`,
    summary: 'Take back a role in one environment; the one in the organisation holds there again.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'Role', 'update'],
    params: idParams,
    query: z.object({ userId: uuid, environmentId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['role-too-strong'],
  }),
}
