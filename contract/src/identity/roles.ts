import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { permissions } from '../permissions.ts'
import { profileBase as base, roleName } from './people.ts'

/** Permissions as JSON text: module, then feature, then flags, and a filter of videos. Null grants every right in the
 * enabled modules. */
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
  /** Number of persons with this role, in the organization or in one of its environments. */
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
  /** Null if the role applies to the whole organization. */
  environmentId: z.nullable(uuid),
})
export type RoleUser = z.infer<typeof roleUser>

const roleCalls = {
  listRoles: call({
    method: 'GET',
    path: `${base}/organizations/:id/roles`,
    summary: 'List the roles of the organization: the built-in ones first, then its own by name.',
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
    summary:
      'Create a role. `filter` in the permissions limits it to videos in some folders, with some tags or with some metadata. Callers cannot grant permissions that they do not have. `Events and Logs`, `Settings` and `Environments` are granted in full, unless the permissions name them: then the role has only the rights that it lists there.',
    caller: 'organization',
    right: ['Settings', 'Role', 'create'],
    isPersonal: true,
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
    summary:
      'Change a role of the organization. The change takes effect with the next request of its holders.',
    caller: 'organization',
    right: ['Settings', 'Role', 'update'],
    isPersonal: true,
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
    summary: 'Delete an unused role. If the role is in use, the response says where.',
    caller: 'organization',
    right: ['Settings', 'Role', 'delete'],
    isPersonal: true,
    params: roleParams,
    kind: 'empty',
    status: 204,
    problems: ['role-built-in', 'role-in-use'],
  }),
  listRoleUsers: call({
    method: 'GET',
    path: `${base}/organizations/:id/roles/users`,
    summary: 'List role assignments in the organization and in its environments.',
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
    summary: 'Give a member a role in an environment.',
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
    summary:
      "Remove a member's role in an environment. The member's role in the organization applies there again.",
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

export const roleFeature = defineFeature({
  calls: roleCalls,
  problems: {
    'role-built-in': { status: 409, title: 'Built-in roles cannot be changed' },
    'role-in-use': { status: 409, title: 'This role is in use' },
  },
  messages: {
    permissions: 'These permissions are not valid',
  },
  objects: {
    role: ['Settings', 'Role', 'read'],
  },
  auditActions: ['role.created', 'role.updated', 'role.deleted', 'role.assigned', 'role.unassigned'],
})
