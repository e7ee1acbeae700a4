/** What is read again after a change of people or invitations. */
import { queryClient } from '../../api/call.ts'

export async function reloadPeople(): Promise<void> {
  for (const operation of ['Person.List', 'Person.ListInvitations', 'Session.Get'])
    await queryClient.invalidateQueries({ queryKey: [operation] })
}
