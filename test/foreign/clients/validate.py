"""Holds XML against the schema inside the WSDL, by libxml2 through lxml.

Argument: WSDL. Standard input: a JSON object, name to document (a SOAP envelope or a bare one). Prints name to complaints.
"""
import json
import sys
import urllib.request

from lxml import etree

SCHEMA = "{http://www.w3.org/2001/XMLSchema}schema"
BODIES = ("{http://schemas.xmlsoap.org/soap/envelope/}Body", "{http://www.w3.org/2003/05/soap-envelope}Body")



def alone(element):
    """The element as a document of its own, with the prefixes declared around it."""
    return etree.fromstring(etree.tostring(element))


definitions = etree.fromstring(urllib.request.urlopen(sys.argv[1]).read())
schema = etree.XMLSchema(alone(definitions.find(f".//{SCHEMA}")))


def payload(document):
    for name in BODIES:
        body = document.find(name)
        if body is not None:
            return body[0]
    return document


def complaints(text):
    schema.validate(alone(payload(etree.fromstring(text.encode()))))
    return [error.message for error in schema.error_log]


print(json.dumps({name: complaints(text) for name, text in json.load(sys.stdin).items()}))
