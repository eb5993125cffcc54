import type { Rights } from '../use-rights'

/** The rights on members, from those on people and on roles. */
export function memberRights(people: Rights, roles: Rights) {
  return {
    /** Inviting needs the list of roles. */
    invite: people.create && roles.read,
    resend: people.create,
    changeRole: people.update && roles.read,
    assignRoles: roles.update,
    endSessions: people.update,
    remove: people.delete,
  }
}
