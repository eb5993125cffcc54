import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

/** People whom one list offers. */
const offered = 50

/** The people of the environment whose name has a phrase. */
export function peopleQuery(environmentId: string, phrase: string) {
  const query = { pageSize: offered, ...(phrase.trim() !== '' && { phrase }) }
  return queryOptions({
    queryKey: ['people', environmentId, query],
    queryFn: ({ signal }) => api('listPeople', { environmentId, query, signal }),
  })
}

export function useNamePerson(id: string) {
  return usePersonCall((environmentId, body: { readonly name: string | null }) =>
    api('updatePerson', { environmentId, params: { id }, body }),
  )
}

export function useMergePeople(id: string) {
  return usePersonCall((environmentId, body: { readonly otherId: string }) =>
    api('mergePeople', { environmentId, params: { id }, body }),
  )
}

export function useDeletePerson(id: string) {
  return usePersonCall((environmentId, _: undefined) =>
    api('deletePerson', { environmentId, params: { id } }),
  )
}

/** A change of a person, who can be in several videos. */
function usePersonCall<Body>(send: (environmentId: string, body: Body) => Promise<unknown>) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Body) => send(environment.id, body),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['analysis', environment.id] }),
        queries.invalidateQueries({ queryKey: ['people', environment.id] }),
      ]),
  })
}
