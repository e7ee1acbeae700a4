"""The scenario of ../facts.ts, told by python3-zeep through one port of the WSDL. Prints the facts as JSON.

Arguments: WSDL, port, API key, page, then a word that makes names unique.
"""
import json
import sys

from zeep import Client
from zeep.helpers import serialize_object

wsdl, port, key, page, word = sys.argv[1:]
client = Client(wsdl)
api = client.bind("api", port)
soap = port in ("apiSoap", "apiSoap12")


def code(result):
    return result.Code


def listed(value, item):
    """zeep unwraps an array that is all of a SOAP answer, and leaves it in its type over GET and POST."""
    items = getattr(value, item, value)
    return serialize_object(items, dict) or []


facts = {}

client_id = api.CreateClient(
    ApiKey=key,
    CompanyName="Blüte & <Söhne>",
    ContactName="Çarla \"Bloom\"",
    EmailAddress=f"{word}@bloom.example",
    Country="Germany",
    Timezone="(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
)
facts["clientCreated"] = client_id
facts["accessSet"] = code(
    api.UpdateClientAccessAndBilling(
        ApiKey=key,
        ClientID=client_id,
        AccessLevel=3,
        Username=f"carla-{word}",
        Password="correct horse battery",
        BillingType="",
        Currency="",
        DeliveryFee="",
        CostPerRecipient="",
        DesignAndSpamTestFee="",
    )
)
facts["client"] = serialize_object(api.GetClientDetail(ApiKey=key, ClientID=client_id), dict)

list_id = api.CreateList(
    ApiKey=key, ClientID=client_id, Title="Draft", UnsubscribePage="", ConfirmOptIn=True, ConfirmationSuccessPage=""
)
facts["listCreated"] = list_id
facts["optInBefore"] = api.GetListDetail(ApiKey=key, ListID=list_id).ConfirmOptIn
facts["listUpdated"] = code(
    api.UpdateList(
        ApiKey=key,
        ListID=list_id,
        Title="Frühling & <mehr>",
        UnsubscribePage="",
        ConfirmOptIn=False,
        ConfirmationSuccessPage="",
    )
)
detail = api.GetListDetail(ApiKey=key, ListID=list_id)
facts["optInAfter"] = detail.ConfirmOptIn
facts["title"] = detail.Title
facts["fieldCreated"] = code(
    api.CreateListCustomField(
        ApiKey=key, ListID=list_id, FieldName="Flowers", DataType="MultiSelectMany", Options="Rose||Tulip||Lily"
    )
)
fields = listed(api.GetListCustomFields(ApiKey=key, ListID=list_id), "ListCustomField")
facts["fields"] = [
    {"Key": field["Key"], "DataType": field["DataType"], "FieldOptions": field["FieldOptions"]["string"]}
    for field in fields
]

facts["added"] = code(
    api.AddSubscriber(ApiKey=key, ListID=list_id, Email="zoe@reader.example", Name="Zoë <&> \"Müller\" 漢字 😀")
)
facts["badEmail"] = code(api.AddSubscriber(ApiKey=key, ListID=list_id, Email="not an address", Name=""))
facts["isSubscribed"] = api.GetIsSubscribed(ApiKey=key, ListID=list_id, Email="zoe@reader.example")
single = api.GetSingleSubscriber(ApiKey=key, ListID=list_id, EmailAddress="zoe@reader.example")
facts["single"] = {"EmailAddress": single.EmailAddress, "Name": single.Name, "State": single.State}
active = listed(api.GetSubscribers(ApiKey=key, ListID=list_id, Date="2000-01-01 00:00:00"), "Subscriber")
facts["active"] = [subscriber["EmailAddress"] for subscriber in active]
facts["bounced"] = listed(api.GetBounced(ApiKey=key, ListID=list_id, Date="2000-01-01"), "Subscriber")
facts["unsubscribed"] = code(api.Unsubscribe(ApiKey=key, ListID=list_id, Email="zoe@reader.example"))
facts["isStillSubscribed"] = api.GetIsSubscribed(ApiKey=key, ListID=list_id, Email="zoe@reader.example")
facts["wrongKey"] = code(api.GetSubscribers(ApiKey="0" * 32, ListID=list_id, Date="2000-01-01"))
facts["germanyListed"] = "Germany" in listed(api.GetCountries(ApiKey=key), "string")

if soap:
    item = client.get_type("{http://api.createsend.com/api/}SubscriberCustomField")
    items = client.get_type("{http://api.createsend.com/api/}ArrayOfSubscriberCustomField")
    flowers = items([item(Key="Flowers", Value="Rose"), item(Key="Flowers", Value="Lily")])
    facts["addedWithFields"] = code(
        api.AddSubscriberWithCustomFields(
            ApiKey=key, ListID=list_id, Email="sam@reader.example", Name="Sam", CustomFields=flowers
        )
    )
    sam = api.GetSingleSubscriber(ApiKey=key, ListID=list_id, EmailAddress="sam@reader.example")
    facts["flowers"] = sorted(field.Value for field in sam.CustomFields.SubscriberCustomField)
    strings = client.get_type("{http://api.createsend.com/api/}ArrayOfString")
    lists = client.get_type("{http://api.createsend.com/api/}ArrayOfList")
    facts["campaignCreated"] = api.CreateCampaign(
        ApiKey=key,
        ClientID=client_id,
        CampaignName="Spring",
        CampaignSubject="Tulips & <more>",
        FromName="Blüte",
        FromEmail="news@bloom.example",
        ReplyTo="news@bloom.example",
        HtmlUrl=page,
        TextUrl="",
        SubscriberListIDs=strings([list_id]),
        ListSegments=lists([]),
    )
    goes_to = listed(api.GetCampaignLists(ApiKey=key, CampaignID=facts["campaignCreated"]), "List")
    facts["campaignLists"] = [entry["Name"] for entry in goes_to]

print(json.dumps(facts, default=str))
