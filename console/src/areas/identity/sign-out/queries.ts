import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { endSession, sessionToken } from '../../../lib/session'

/** Signs out on the server and here. If the server does not answer, the token expires by itself. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => api('signOut'),
    onMutate: () => sessionToken(),
    onSettled: (_answer, _error, _given, token) => {
      // If impersonation ended in the meantime, do not end the administrator's own session.
      if (token === sessionToken()) endSession('left')
    },
  })
}
