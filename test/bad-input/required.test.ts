/** OpenAPI says what a call must bring; the service agrees, parameter by parameter. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { openapi } from '../../src/describe/openapi.ts'
import { choices } from '../../src/http/choices.ts'
import { call, codeOf, type Values } from '../harness/dial.ts'
import { goodValues, startTarget, type Target } from './world.ts'

let target: Target
let values: Readonly<Record<OperationName, Values>>
before(async () => {
  target = await startTarget({ LETTERSHOP_CLIENTS_PER_HALF_HOUR: '0' })
  values = goodValues(target)
})
after(() => target?.stop())

const document = openapi({ publicUrl: 'http://lettershop.test', version: '0', choices })
type Body = {
  required?: string[]
  anyOf?: { required: string[] }[]
  properties: Record<string, { description: string }>
}
function bodyOf(name: string): Body {
  const paths = document.paths as Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: Body }> } } }
  > // as openapi() writes them
  return paths[`/api/json/${name}`]!.post.requestBody.content['application/json']!.schema
}

/** Values with which a call is good without what may be left out, too. */
const others: { readonly [Name in OperationName]?: Values } = {
  // without a client a person is added to the account, where the usual one is already
  'Person.AddToTeam': { EmailAddress: 'newcomer@agency.example' },
}

for (const { name, parameters } of allOperations) {
  const { required = [], anyOf = [] } = bodyOf(name)
  const ask = async (left: readonly string[]) => {
    const all: Values = {
      ...values[name as OperationName],
      ...others[name as OperationName],
      ...('ApiKey' in parameters && { ApiKey: target.home.accountKey }),
    }
    const params = Object.fromEntries(Object.entries(all).filter(([parameter]) => !left.includes(parameter)))
    return codeOf('json', await call(target.service.url, 'json', name, params))
  }

  test(`${name} is refused without ${required.join(', ') || 'its key'}, and without nothing else`, async () => {
    for (const parameter of required) assert.notEqual(await ask([parameter]), 0, `${name} without ${parameter}`)
    const either = anyOf.flatMap(({ required: names }) => names)
    if (either.length > 0) assert.notEqual(await ask(either), 0, `${name} without any of ${either.join(', ')}`)

    const optional = Object.keys(parameters).filter(
      parameter => parameter !== 'ApiKey' && !required.includes(parameter),
    )
    for (const parameter of optional.filter(one => !needed[name as OperationName]?.includes(one))) {
      const code = await ask([parameter])
      // what was made just now cannot be made twice; then it is the same answer as with the parameter
      if (code !== 0) assert.equal(code, await ask([]), `${name} without ${parameter}`)
    }
  })
}

/** Not required of every call, but of that which `goodValues` makes; what each depends on is in its description. */
const needed: { readonly [Name in OperationName]?: readonly string[] } = {
  'Client.UpdateAccessAndBilling': ['BillingType', 'Currency'],
  'Client.PreviewRetention': ['Kind'],
  'Campaign.Create': ['SubscriberListIDs'],
  'Segment.AddRules': ['Rules'],
  'Asset.Upload': ['Content'],
  'Template.CreateFromContent': ['Html'],
  'Template.SaveContent': ['Html'],
  'Import.GetRemoteLists': ['Url', 'Username'],
  'Import.CreateFromApi': ['Url', 'Username'],
}

test('what is required of some calls only says of which', () => {
  for (const [name, parameters] of Object.entries(needed))
    for (const parameter of parameters)
      assert.match(bodyOf(name).properties[parameter]!.description, /needed/, `${name} ${parameter}`)
})
