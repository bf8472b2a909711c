/** The same answer as JSON, XML, a form and lines: what stands beside an error is seen in each. */
import { expect } from 'chai'
import { statesEffect } from '#core/failure'

type Forms = readonly [json: unknown, ...others: ReadonlyArray<string>]

const OPEN: Readonly<Record<string, Forms>> = {
  'an issued number': [
    { orderNumber: 17, error: 'invoice is not valid' },
    '<r><orderNumber>17</orderNumber><error>invoice is not valid</error></r>',
    '<r orderNumber="17"><error>invoice is not valid</error></r>',
    'orderNumber: 17\nerror: invoice is not valid\n',
    'error: invoice is not valid\r\norder number: 17\r\n',
    'The invoice is not valid.\n\nOrder number: 17',
    'error = invoice is not valid\norderNumber = 17',
    'error=invoice+is+not+valid&orderNumber=17'
  ],
  'an issued id': [
    { charge: 'ch_17', error: 'invoice is not valid' },
    '<?xml version="1.0"?>\n<!-- v2 -->\n<r><charge>ch_17</charge><error>invoice is not valid</error></r>',
    'charge: ch_17\nerror: invoice is not valid',
    'charge=ch_17&error=invoice+is+not+valid'
  ],
  'a record': [
    { order: { id: 17, total: 5 }, error: 'invoice is not valid' },
    '<r><order><id>17</id><total>5</total></order><error>invoice is not valid</error></r>',
    '<order id="17" total="5"><error>invoice is not valid</error></order>',
    '---\norder:\n  id: 17\n  total: 5\nerror: invoice is not valid\n'
  ],
  'a record in other letters': [
    { Aufträge: { größe: 17 }, error: 'invoice is not valid' },
    '<p:antwort xmlns:p="urn:p"><Aufträge><größe>17</größe></Aufträge><error>invoice is not valid</error></p:antwort>',
    'größe: 17\nerror: invoice is not valid'
  ],
  'the same with namespaces, in a SOAP body': [
    { order: { number: 17, state: 'open' }, errors: [{ code: 'INV_02', message: 'Invoice is not valid' }] },
    '<s:Envelope xmlns:s="urn:s" xmlns:o="urn:o"><s:Body><o:order><o:number>17</o:number><o:state>open</o:state></o:order><s:Fault><faultcode>s:Client</faultcode><faultstring>Invoice is not valid</faultstring></s:Fault></s:Body></s:Envelope>'
  ],
  'a state': [
    { state: 'pending', error: 'invoice is not valid' },
    '<r><state>pending</state><error>invoice is not valid</error></r>',
    'state: pending\nerror: invoice is not valid'
  ],
  'the items of a batch': [
    {
      items: [
        { sku: 'a', ok: true },
        { sku: 'b', error: 'sku is unknown' }
      ]
    },
    '<items><item><sku>a</sku><ok>true</ok></item><item><sku>b</sku><error>sku is unknown</error></item></items>',
    'items:\n- sku: a\n  ok: true\n- sku: b\n  error: sku is unknown'
  ],
  'lists of both': [
    { created: ['a'], failed: ['b'] },
    '<r><created>a</created><failed>b</failed></r>',
    '<r><created><![CDATA[a]]></created><failed>b</failed></r>',
    'created:\n- a\nfailed:\n- b\n'
  ],
  'JSON as text': [
    '{"order":{"number":17},"error":"invoice is not valid"}',
    '<string xmlns="urn:x">{&quot;order&quot;:{&quot;number&quot;:17},&quot;error&quot;:&quot;invoice is not valid&quot;}</string>'
  ],
  'nothing that was read to its end': [
    '{"error":"invoice is not valid",',
    '<r><error>invoice is not valid</error>',
    '<r><error>invoice is not valid</error><order',
    '<r><error>invoice is not valid</r></error>',
    '<error>invoice is not valid</error><order><number>17</number></order>',
    '<!DOCTYPE r [<!ENTITY x "y">]><r><error>invoice is not valid</error></r>'
  ]
}

const PLAIN: Readonly<Record<string, Forms>> = {
  'an error with its details': [
    { error: { code: 'x', message: 'sku is unknown', details: [{ field: 'a', issue: 'b is invalid' }] } },
    '<response><error><code>x</code><message>sku is unknown</message><details><field>a</field><issue>b is invalid</issue></details></error></response>',
    'error:\n  code: x\n  message: sku is unknown\n  details:\n  - field: a\n    issue: b is invalid\n',
    'error=x&message=sku+is+unknown&field=a'
  ],
  'errors by field': [
    { name: ['is required'], email: ['is not valid'] },
    '<errors><name>is required</name><email>is not valid</email></errors>',
    'Validation failed:\nname: is required\nemail: is not valid',
    'Error: Invalid amount\nHint: Use a positive number'
  ],
  'faults of SOAP': [
    { Fault: { faultcode: 'soap:Client', faultstring: 'Invalid amount' } },
    '<soap:Envelope xmlns:soap="urn:s"><soap:Header><a:MessageNo>17</a:MessageNo></soap:Header><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring xml:lang="en">Invalid amount</faultstring><faultactor>http://x/y</faultactor><detail><e:InvalidAmount xmlns:e="urn:x"><e:field>amount</e:field></e:InvalidAmount></detail></soap:Fault></soap:Body></soap:Envelope>',
    '<env:Envelope xmlns:env="urn:s"><env:Body><env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>rpc:BadArguments</env:Value></env:Subcode></env:Code><env:Reason><env:Text xml:lang="en-US">Invalid amount</env:Text></env:Reason></env:Fault></env:Body></env:Envelope>'
  ],
  'errors of AWS, Google, Intuit, Twilio and Authorize.Net': [
    { Error: { Code: 'NoSuchBucket', BucketName: 'b', HostId: 'x', Message: 'The bucket does not exist' } },
    '<Error><Code>SignatureDoesNotMatch</Code><Message>The request signature we calculated does not match</Message><AWSAccessKeyId>AKIA17</AWSAccessKeyId><StringToSign>AWS4</StringToSign><RequestId>4B</RequestId><HostId>Uu9</HostId></Error>',
    '<Error><Code>NoSuchBucket</Code><Message>The bucket does not exist</Message><BucketName>b</BucketName><Resource>/b</Resource><RequestId>4B</RequestId><HostId>Uu9</HostId></Error>',
    '<ErrorResponse xmlns="urn:x"><Error><Type>Sender</Type><Code>InvalidParameterValue</Code><Message>Value is not valid</Message></Error><RequestId>c74c1a</RequestId></ErrorResponse>',
    "<?xml version='1.0' encoding='UTF-8'?><Error><Code>AccessDenied</Code><Message>Access denied.</Message><Details>x does not have access to b/o.</Details></Error>",
    '<IntuitResponse time="2013-11-28T10:39:25.263-08:00" xmlns="urn:x"><Fault type="ValidationFault"><Error code="2030" element="Id"><Message>Invalid ID</Message><Detail>Id should be a valid number.</Detail></Error></Fault></IntuitResponse>',
    '<TwilioResponse><RestException><Status>400</Status><Message>The number is not valid.</Message><Code>21211</Code><MoreInfo>https://api.twilio.example/docs/errors/21211</MoreInfo></RestException></TwilioResponse>',
    '<ErrorResponse xmlns="urn:x"><messages><resultCode>Error</resultCode><message><code>E00003</code><text>The element is invalid</text></message></messages></ErrorResponse>'
  ],
  'problems, and reports of exceptions': [
    { type: 'about:blank', title: 'Invalid amount', detail: 'It must be positive.', instance: '/orders' },
    '<problem xmlns="urn:ietf:rfc:7807"><type>about:blank</type><title>Invalid amount</title><detail>It must be positive.</detail><instance>/orders</instance></problem>',
    '<ows:ExceptionReport xmlns:ows="urn:x" version="1.1.0" xml:lang="en"><ows:Exception exceptionCode="InvalidParameterValue" locator="service"><ows:ExceptionText>Invalid service</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
    '<Map><timestamp>2026-11-28T10:00:00Z</timestamp><status>400</status><error>Bad Request</error><path>/orders</path></Map>',
    '<Error><Message>The request is invalid.</Message><ModelState><order.Sku>The Sku field is required.</order.Sku></ModelState></Error>'
  ],
  'an error that was cut within its words': [
    { error: 'The key does not exist' },
    '<Error><Code>NoSuchKey</Code><Message>The key does not exist'
  ],
  pages: [
    'Bad Request',
    '<br />\n<b>Warning</b>: Invalid argument in <b>/x.php</b> on line <b>4</b>',
    '<title>Bad Request</title><h1>Invalid amount</h1>'
  ]
}

describe('statesEffect, of what is no JSON', () => {
  for (const [name, forms] of Object.entries(OPEN))
    it(`finds ${name} in each form`, () => {
      for (const form of forms) expect(statesEffect(form), String(form)).to.equal(true)
    })
  for (const [name, forms] of Object.entries(PLAIN))
    it(`finds nothing in ${name}`, () => {
      for (const form of forms) expect(statesEffect(form), String(form)).to.equal(false)
    })
})
