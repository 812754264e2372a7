"""All hand-made faults, by subject."""

from fault import Fault
from faults_accounts import ACCOUNT_FAULTS
from faults_company import COMPANY_FAULTS
from faults_records import RECORDS_FAULTS
from faults_rules import RULES_FAULTS
from faults_seats import SEAT_FAULTS
from faults_security import SECURITY_FAULTS
from faults_server import SERVER_FAULTS
from faults_web import WEB_FAULTS

FAULTS: list[Fault] = [
    *RULES_FAULTS,
    *SERVER_FAULTS,
    *ACCOUNT_FAULTS,
    *COMPANY_FAULTS,
    *SEAT_FAULTS,
    *SECURITY_FAULTS,
    *RECORDS_FAULTS,
    *WEB_FAULTS,
]
