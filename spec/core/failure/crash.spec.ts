/** What a service says of itself where it broke: handlers that answer every exception with `400` send its message. */
import { expect } from 'chai'
import { namesEffect, statesEffect } from '#core/failure'

const CRASHES: Readonly<Record<string, ReadonlyArray<string>>> = {
  'a client that lost its answer': [
    'An error occurred with our connection to Stripe. Request was retried 1 times.',
    'unexpected end of stream on http://127.0.0.1/',
    'Unable to execute HTTP request: The target server failed to respond',
    'cURL error 52: Empty reply from server',
    'HTTP/1.1 header parser received no bytes',
    'Connection prematurely closed BEFORE response',
    'A transport-level error has occurred when receiving results from the server.',
    'An error occurred while sending the request.',
    'Communications link failure',
    'An I/O error occurred while sending to the backend.',
    'ORA-03113: end-of-file on communication channel',
    'http: server closed idle connection',
    'SSL connection has been closed unexpectedly',
    'terminating connection due to administrator command',
    "Can't reconnect until invalid transaction is rolled back.",
    'Code: 6. DB::Exception: Cannot parse string: while pushing to view default.mv'
  ],
  'a client whose request another service refused, or that had no connection': [
    'Response code 404 (Not Found)',
    'HTTP Error 404: Not Found',
    "Client error '404 Not Found' for url 'http://mail/send'",
    'HTTP status client error (404 Not Found) for url (https://mail/send)',
    '404 Not Found from POST http://billing/charge',
    '[404 Not Found] during [POST] to [http://mail/send]: [{}]',
    'Response status code does not indicate success: 404 (Not Found).',
    'error sending request for url (http://mail/send)',
    'curl: (6) Could not resolve host: mail',
    'Cannot connect to host mail:443 ssl:default',
    'All connection attempts failed',
    'The client is closed',
    "Stream isn't writeable and enableOfflineQueue options is false",
    'connection 5 to 10.0.0.1:27017 closed',
    'No such host is known.'
  ],
  JavaScript: [
    'Unexpected end of JSON input',
    'Unexpected token < in JSON at position 0',
    'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'SyntaxError: Unexpected token \'<\', "<html>"... is not valid JSON',
    'order.items is not iterable',
    'mailer.send is not a function',
    'Class extends value undefined is not a constructor or null',
    "Cannot destructure property 'email' of 'undefined' as it is undefined.",
    "Cannot read properties of null (reading 'email')",
    "Cannot set property 'paid' of undefined",
    "Cannot access 'receipt' before initialization",
    'Cannot convert undefined or null to object',
    'Cannot set headers after they are sent to the client',
    'customer is not defined',
    'ReferenceError: customer is not defined',
    'RangeError: Invalid time value',
    'Invalid time value',
    'Invalid array length',
    'Converting circular structure to JSON\n    --> starting at object',
    'Maximum call stack size exceeded',
    'Do not know how to serialize a BigInt',
    'Assignment to constant variable.',
    'The "path" argument must be of type string. Received undefined',
    'The "data" argument must be of type string or an instance of Buffer. Received an instance of Object'
  ],
  Python: [
    "'id'",
    "KeyError: 'email'",
    'IndexError: pop from empty list',
    'list index out of range',
    'string indices must be integers',
    "unsupported operand type(s) for +: 'int' and 'NoneType'",
    "'str' object has no attribute 'get'",
    "module 'mail' has no attribute 'send'",
    "'int' object is not subscriptable",
    "'dict' object is not callable",
    'Expecting value: line 1 column 1 (char 0)',
    "local variable 'charge' referenced before assignment",
    "cannot access local variable 'charge' where it is not associated with a value",
    'ZeroDivisionError: x',
    'json.decoder.JSONDecodeError: x',
    'float division by zero',
    'integer modulo by zero',
    'maximum recursion depth exceeded',
    "name 'receipt' is not defined",
    "NameError: name 'receipt' is not defined",
    'Object of type Decimal is not JSON serializable',
    'send() takes 1 positional argument but 2 were given',
    'not enough values to unpack (expected 2, got 1)',
    "[Errno 2] No such file or directory: 'templates/mail.html'",
    '[Errno 111] Connection refused'
  ],
  Ruby: [
    "undefined method `email' for nil:NilClass",
    "undefined method 'email' for nil",
    "undefined local variable or method `receipt' for main:Object",
    "NoMethodError: undefined method 'email'",
    'no implicit conversion of nil into String',
    'wrong number of arguments (given 1, expected 2)',
    'uninitialized constant Receipt',
    'key not found: :email',
    'comparison of Integer with nil failed',
    'stack level too deep',
    'divided by 0',
    'execution expired',
    'Net::OpenTimeout'
  ],
  PHP: [
    'Call to a member function getEmail() on null',
    'Call to undefined function mail_receipt()',
    'Undefined array key "email"',
    'Undefined index: email',
    'Undefined variable $receipt',
    'Undefined property: stdClass::$email',
    'Trying to access array offset on value of type null',
    'Attempt to read property "email" on null',
    'Class "App\\Receipt" not found',
    'Unsupported operand types: string + int',
    'Argument 1 passed to App\\Mailer::send() must be of the type string, null given',
    'App\\Mailer::send(): Argument #1 ($to) must be of type string, null given',
    'Division by zero',
    'Maximum execution time of 30 seconds exceeded',
    'View [emails.receipt] not found.',
    "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'x.audit' doesn't exist"
  ],
  Go: [
    'runtime error: index out of range [0] with length 0',
    'runtime error: invalid memory address or nil pointer dereference',
    'assignment to entry in nil map',
    "invalid character '<' looking for beginning of value",
    'unexpected end of JSON input',
    'sql: no rows in result set',
    'panic: boom'
  ],
  Java: [
    'Index 0 out of bounds for length 0',
    'java.lang.IndexOutOfBoundsException: Index: 0, Size: 0',
    'ArrayIndexOutOfBoundsException: 3',
    'IllegalStateException: closed',
    'No value present',
    'Cannot invoke "String.length()" because "email" is null',
    'class java.lang.String cannot be cast to class java.lang.Integer',
    'ClassCastException: a',
    'For input string: ""',
    "Could not resolve view with name 'receipt'",
    '/ by zero',
    'null'
  ],
  'C#': [
    'Sequence contains no elements',
    'Sequence contains more than one matching element',
    'Index was outside the bounds of the array.',
    "Value cannot be null. (Parameter 'email')",
    "The given key 'email' was not present in the dictionary.",
    'Input string was not in a correct format.',
    'Nullable object must have a value.',
    "Unable to cast object of type 'System.String' to type 'System.Int32'.",
    'Object reference not set to an instance of an object.',
    'System.InvalidOperationException: closed'
  ],
  'requests of its own': [
    "ENOENT: no such file or directory, open '/app/templates/mail.html'",
    'getaddrinfo ENOTFOUND smtp.example.com',
    'connect ECONNREFUSED 127.0.0.1:6379',
    'write EPIPE',
    'Error 111 connecting to localhost:6379. Connection refused.',
    'Failed to open TCP connection to localhost:25 (Connection refused - connect(2) for "localhost" port 25)',
    'Connection could not be established with host mailhog :stream_socket_client()',
    'cURL error 7: Failed to connect to localhost port 8080: Connection refused',
    'could not connect to server: Connection refused',
    'dial tcp: lookup smtp on 127.0.0.11:53: no such host',
    'Connection refused: connect',
    'Mail server connection failed',
    'SMTP connect() failed.',
    'No connection could be made because the target machine actively refused it.',
    'Client network socket disconnected before secure TLS connection was established',
    'Request failed with status code 404',
    '404 Client Error: Not Found for url: http://mail/send',
    "(535, b'5.7.8 Username and Password not accepted')",
    'Invalid login: 535-5.7.8 Username and Password not accepted'
  ],
  codes: ['INTERNAL_ERROR', 'INTERNAL_SERVER_ERROR', 'InternalServerError', 'UPSTREAM_TIMEOUT', 'GATEWAY_TIMEOUT']
}

// Libraries and services refuse a request in such words before anything runs.
const REFUSALS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'parsers of a request': [
    'Unexpected token } in JSON at position 3',
    'SyntaxError: Unexpected token } in JSON at position 3',
    "Expected ',' or '}' after property value in JSON at position 12",
    'JSON parse error - Expecting value: line 1 column 1 (char 0)',
    "invalid character '}' looking for beginning of object key string",
    'json: cannot unmarshal string into Go struct field Order.qty of type int',
    'The JSON value could not be converted to System.Int32. Path: $.qty | LineNumber: 0 | BytePositionInLine: 9.',
    'syntax error at or near "FORM"',
    'Syntax Error: Expected Name, found }.'
  ],
  'validators of JavaScript': [
    'Invalid input: expected string, received undefined',
    'Expected string, received null',
    'Invalid type: Expected string but received undefined',
    'data/qty must be integer',
    'data must NOT have additional properties',
    '"qty" must be a number',
    'qty must be a `number` type, but the final value was: `NaN`.',
    'Cast to ObjectId failed for value "abc" (type string) at path "_id"',
    'Path `email` is required.',
    'email must be an email',
    'Invalid URL',
    'Invalid date'
  ],
  'validators of Python, Ruby and PHP': [
    'Input should be a valid integer, unable to parse string as an integer',
    'field required',
    'value is not a valid email address',
    'This field may not be null.',
    'Not a valid integer.',
    "Name can't be blank",
    'param is missing or the value is empty: order',
    'The qty field must be an integer.',
    'The property foo is not defined and the definition does not allow additional properties',
    'This value should be of type string.',
    'SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry'
  ],
  'validators of Java, C# and Go': [
    "Failed to convert value of type 'java.lang.String' to required type 'int'; For input string: \"a\"",
    "Required request parameter 'qty' for method parameter type int is not present",
    'java.lang.NumberFormatException: For input string: "a"',
    'java.lang.IllegalArgumentException: qty must be positive',
    "'Qty' must be greater than '0'.",
    'The Qty field is required.',
    "Key: 'Order.Qty' Error:Field validation for 'Qty' failed on the 'required' tag"
  ],
  services: [
    'ValidationException: The provided key element does not match the schema',
    'ResourceNotFoundException: Requested resource not found',
    'ConditionalCheckFailedException: The conditional request failed',
    'ThrottlingException: Rate exceeded',
    'AccessDeniedException: User is not authorized',
    'InvalidKeyError: The key is not one of ours',
    "ERR wrong number of arguments for 'set' command",
    'relation "public.orders" does not exist',
    'Key not found: orders/17',
    'Page is out of range',
    'The template was not found',
    'Class "Yoga" not found',
    'Product has no attribute "color"',
    'The execution time must be in the future',
    'Coordinates are outside the bounds of the map',
    'Sequence contains invalid characters',
    'The connection could not be found',
    'Field "total" is not defined by type "OrderInput".',
    'Variable "$id" is not defined.',
    'You cannot access this account',
    'Unknown field "colour"',
    'No such customer: cus_17'
  ],
  codes: ['invalid_request', 'VALIDATION_ERROR', 'NOT_FOUND', 'SERVICE_NOT_FOUND', 'rate_limit_exceeded', 'type_error']
}

const forms = (words: string): ReadonlyArray<unknown> => [
  { error: words },
  { code: 141, error: words },
  { message: words },
  { error: { message: words, type: 'error' } },
  { errors: [{ code: words, title: 'Error' }] },
  JSON.stringify({ error: words })
]

const leavesOpen = (body: unknown): boolean => statesEffect(body)

describe('the message of a program that crashed', () => {
  for (const [of, messages] of Object.entries(CRASHES))
    it(`leaves open what became of the request: ${of}`, () => {
      for (const words of messages)
        for (const body of forms(words)) expect(leavesOpen(body), JSON.stringify(body)).to.equal(true)
    })
  for (const [of, messages] of Object.entries(REFUSALS))
    it(`is no message of ${of}`, () => {
      for (const words of messages)
        for (const body of forms(words)) expect(leavesOpen(body), JSON.stringify(body)).to.equal(false)
    })

  it('is read in a text, too', () => {
    expect(leavesOpen('Sequence contains no elements')).to.equal(true)
    expect(leavesOpen('getaddrinfo ENOTFOUND smtp.example.com')).to.equal(true)
  })
})

describe('an error of GraphQL', () => {
  const at = { path: ['createOrder', 'total'] }
  it('leaves the outcome open where a resolver ran', () => {
    for (const body of [
      { errors: [{ message: 'Not a total', ...at, locations: [{ line: 1, column: 2 }] }] },
      { errors: [{ message: 'Not a total', ...at }], data: null },
      { errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }
    ])
      expect(leavesOpen(body), JSON.stringify(body)).to.equal(true)
  })
  it('is a refusal where none ran, and so is the path of a validator', () => {
    for (const body of [
      { errors: [{ message: 'Unknown argument "x" on field', locations: [{ line: 1, column: 2 }] }] },
      { errors: [{ message: 'Unknown argument "x" on field', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
      { errors: [{ code: 'invalid_type', path: ['email'], message: 'Required' }] }
    ])
      expect(leavesOpen(body), JSON.stringify(body)).to.equal(false)
  })
})

describe('words of a batch', () => {
  it('leave open which part was done', () => {
    for (const words of [
      'Delivery failed for 2 recipients',
      'Skipped 2 rows with errors',
      'Dropped 1 of the messages',
      'device is "soft off", command (.color.xy) may not have effect',
      'ERROR: [doc=3] Error adding field'
    ])
      expect([namesEffect(words), words]).to.deep.equal([true, words])
  })
})

describe('a thing that others had first', () => {
  it('is refused, and no deed', () => {
    for (const words of ['Sold out', 'This slot has already been booked', 'Recipient has unsubscribed'])
      for (const body of [{ error: words }, { message: words }])
        expect([leavesOpen(body), namesEffect(words)], words).to.deep.equal([false, false])
    for (const words of ['Shares sold, position lookup not allowed', 'Room booked, mail failed', 'User unsubscribed'])
      expect(namesEffect(words), words).to.equal(true)
  })
})
