/**
 * Rows of several clients in one call. Each statement names one client as a parameter, so that a database which is distributed by client runs
 * it on one node.
 */

/**
 * Runs a statement for each client that has rows, one after the other in ascending order of `clientId`.
 *
 * That order is the lock order of clients: callers that lock rows of the same clients in one table at the same time never wait for each other in
 * a circle, provided that each statement locks its own rows in the order of their keys. Rows of one table are locked for all clients before
 * those of the next table. Only within a transaction do all clients' rows change together.
 *
 * @param statement of one client: its rows in the given order, and their places among all rows
 * @returns the rows of all answers, client by client
 */
export async function perClient<Row extends { readonly clientId: number }, Answer>(
  rows: readonly Row[],
  statement: (
    clientId: number,
    own: readonly Row[],
    places: readonly number[],
  ) => PromiseLike<readonly Answer[]> | PromiseLike<void>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [clientId, { own, places }] of [...byClient(rows)].sort(([one], [other]) => one - other)) {
    const answer = await statement(clientId, own, places)
    if (answer) answers.push(...answer)
  }
  return answers
}

/** Runs a statement that locks and changes nothing for each client that has rows, side by side. @returns the rows of all answers */
export async function readPerClient<Row extends { readonly clientId: number }, Answer>(
  rows: readonly Row[],
  statement: (clientId: number, own: readonly Row[]) => PromiseLike<readonly Answer[]>,
): Promise<Answer[]> {
  const answers = await Promise.all([...byClient(rows)].map(([clientId, { own }]) => statement(clientId, own)))
  return answers.flat()
}

function byClient<Row extends { readonly clientId: number }>(rows: readonly Row[]) {
  const clients = new Map<number, { readonly own: Row[]; readonly places: number[] }>()
  for (const [place, row] of rows.entries()) {
    const known = clients.get(row.clientId)
    const client = known ?? { own: [], places: [] }
    if (!known) clients.set(row.clientId, client)
    client.own.push(row)
    client.places.push(place)
  }
  return clients
}
